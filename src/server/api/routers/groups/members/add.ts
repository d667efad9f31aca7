import { AddGroupMembers, MembersAdded } from '@/contract/group';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { addMembers } from '@/server/services/groups/add-members';

export const addMembersRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/groups/{id}/members',
      summary: 'Add one participant or many to a group',
      description:
        'One participant who is an active member already answers `member_exists`. In a `members` list, active members are left as they are and named in `message`; any other fault refuses the whole list. Who has left can be added again, in any role.',
      status: 201,
      idempotency: 'replay',
      example: { participant_id: '018f2b5e-7c1d-7e9a-9a51-0c5d6f0a7b21', role: 'MEMBER' },
      errors: [404, 409],
    }),
  )
  .input(AddGroupMembers)
  .output(MembersAdded)
  .mutation(({ ctx, input }) => replay(ctx, 'groups.members.add', input, (tx) => addMembers(ctx, tx, input)));
