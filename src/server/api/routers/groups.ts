/** Declares the procedures on groups, their members, and what they hold as participants do. */
import { z } from 'zod';
import { EventPage, ListActivityEvents } from '@/contract/event';
import {
  AddGroupMembers,
  CreateGroup,
  GroupDetail,
  GroupMember,
  GroupMemberPage,
  GroupMemberPath,
  GroupPage,
  GroupPath,
  ListGroupMembers,
  ListGroups,
  MembersAdded,
  UpdateGroup,
  UpdateGroupMember,
} from '@/contract/group';
import { presentEvent } from '@/server/api/present/event';
import { presentGroup, presentGroupDetail, presentGroupMember } from '@/server/api/present/participant';
import { presentPage } from '@/server/api/present/page';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { findHolder, namedGroup } from '@/server/services/balances/holders';
import { listGroupEvents } from '@/server/services/events/events';
import { addMembers, removeMember, setMemberRole } from '@/server/services/groups/members';
import { createGroup, getGroup, listGroupMembers, listGroups, updateGroup } from '@/server/services/groups/groups';
import { holderBalanceRoutes } from './balances';
import { holderActivityRoutes, type HolderKind } from './holders';
import { tierMembershipRoutes, stateRoutes } from './state';

const GROUP: HolderKind = {
  noun: 'group',
  path: '/v1/groups/{id}',
  Path: GroupPath,
  named: namedGroup,
  find: (ctx, id) => findHolder(ctx, namedGroup(id)),
};

export const groupsRouter = router({
  create: organizationProcedure
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
    .mutation(({ ctx, input }) => replay(ctx, 'groups.create', input, (tx) => createGroup(ctx, tx, input).then(presentGroupDetail))),

  list: organizationProcedure
    .meta(route({ method: 'GET', path: '/v1/groups', summary: 'List groups', description: '`search` matches the name.', errors: [] }))
    .input(ListGroups)
    .output(GroupPage)
    .query(async ({ ctx, input }) => presentPage(await listGroups(ctx, input), presentGroup)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/groups/{id}',
        summary: 'Read a group with its state and balances',
        description: 'Returns a group with its tags, attributes, counters, tier levels and a balance for each program and asset.',
        errors: [404],
      }),
    )
    .input(GroupPath)
    .output(GroupDetail)
    .query(({ ctx, input }) => getGroup(ctx, input.id).then(presentGroupDetail)),

  update: organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: '/v1/groups/{id}',
        summary: 'Rename or archive a group',
        description:
          'Fields that you leave out stay unchanged. An archived group refuses every change to itself, its members and its balances with `group_archived`; its remaining balance can still be forfeited.',
        errors: [404, 409],
      }),
    )
    .input(UpdateGroup)
    .output(GroupDetail)
    .mutation(({ ctx, input }) => updateGroup(ctx, input).then(presentGroupDetail)),

  members: router({
    add: organizationProcedure
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
      .mutation(({ ctx, input }) => replay(ctx, 'groups.members.add', input, (tx) => addMembers(ctx, tx, input))),

    list: organizationProcedure
      .meta(
        route({
          method: 'GET',
          path: '/v1/groups/{id}/members',
          summary: 'List the members of a group',
          description: 'Active members, each once; with `include_former`, also members who have left, with the status LEFT.',
          errors: [404],
        }),
      )
      .input(ListGroupMembers)
      .output(GroupMemberPage)
      .query(async ({ ctx, input }) => presentPage(await listGroupMembers(ctx, input), presentGroupMember)),

    update: organizationProcedure
      .meta(
        route({
          method: 'PATCH',
          path: '/v1/groups/{id}/members/{participant_id}',
          summary: 'Change the role of a member',
          description: 'The last ADMIN of a group stays ADMIN: `last_admin`.',
          errors: [404, 409],
        }),
      )
      .input(UpdateGroupMember)
      .output(GroupMember)
      .mutation(({ ctx, input }) => setMemberRole(ctx, input).then(presentGroupMember)),

    remove: organizationProcedure
      .meta(
        route({
          method: 'DELETE',
          path: '/v1/groups/{id}/members/{participant_id}',
          summary: 'Remove a member from a group',
          description:
            'The member then has the status LEFT and can be added again. The last ADMIN of a group cannot be removed: `last_admin`.',
          status: 204,
          errors: [404, 409],
        }),
      )
      .input(GroupMemberPath)
      .output(z.void())
      .mutation(({ ctx, input }) => removeMember(ctx, input)),
  }),
  balances: router(holderBalanceRoutes(GROUP)),

  activity: router({
    events: organizationProcedure
      .meta(
        route({
          method: 'GET',
          path: '/v1/groups/{id}/activity/events',
          summary: 'List the events of the members of a group',
          description:
            'Events whose actor was a member of the group when the event arrived. `from` and `to` filter by ingestion time, `event_from` and `event_to` by when the event occurred; if you send both pairs, both apply. Groups have no list of redemptions, because only participants redeem; a group transfers value to a member who does.',
          errors: [404],
        }),
      )
      .input(ListActivityEvents.safeExtend(GroupPath.shape))
      .output(EventPage)
      .query(async ({ ctx, input }) => presentPage(await listGroupEvents(ctx, input), presentEvent)),
    ...holderActivityRoutes(GROUP),
  }),
  state: router({ ...stateRoutes(GROUP), ...tierMembershipRoutes(GROUP) }),
});
