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
      summary: 'Add one or more participants to a group',
      description:
        'If a single participant is already an active member, the request is refused with `member_exists`. In a `members` list, active members stay unchanged and are named in `message`; any other error refuses the whole list. Participants who have left can be added again, in any role.',
      status: 201,
      location: '/v1/groups/{id}/members',
      idempotency: 'replay',
      example: { participant_id: '018f2b5e-7c1d-7e9a-9a51-0c5d6f0a7b21', role: 'MEMBER' },
      errors: [404, 409],
    }),
  )
  .input(AddGroupMembers)
  .output(MembersAdded)
  .mutation(({ ctx, input }) => replay(ctx, 'groups.members.add', input, (tx) => addMembers(ctx, tx, input)));
