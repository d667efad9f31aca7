import { CreateGroup, GroupDetail } from '@/contract/group';
import { presentGroupDetail } from '@/server/api/present/group';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { createGroup } from '@/server/services/groups/create-group';

export const createGroupRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/groups',
      summary: 'Create a group with its first members',
      description: 'At least one of the members must be an ADMIN. If any of them is unknown or inactive, the whole request is refused.',
      status: 201,
      location: '/v1/groups/{id}',
      idempotency: 'replay',
      example: { name: 'Core team', members: [{ participant_id: '018f2b5e-7c1d-7e9a-9a51-0c5d6f0a7b21', role: 'ADMIN' }] },
      errors: [404, 409],
    }),
  )
  .input(CreateGroup)
  .output(GroupDetail)
  .mutation(({ ctx, input }) => replay(ctx, 'groups.create', input, (tx) => createGroup(ctx, tx, input).then(presentGroupDetail)));
