/** Declares the procedures on state (tags, attributes, counters and tier levels) that participants, groups and programs have alike. */
import { z } from 'zod';
import { PAGE_LIMIT_MAX } from '@/contract/choices';
import { TierMembershipResource } from '@/contract/participant';
import {
  ChangeAttributes,
  ChangeCounters,
  ChangeTags,
  ListTierMemberships,
  StateListQuery,
  ReadTierMembership,
  SetTierMembership,
  TierMembershipPage,
  TierMembershipPath,
  StateAttribute,
  StateAttributePage,
  StateCounter,
  StateCounterPage,
  StateKeyPath,
  StateTagPage,
} from '@/contract/state';
import type { Subject } from '@/domain/participants/state';
import { presentPage } from '@/server/api/present/page';
import { presentAttribute, presentCounter, presentTierMembership, presentTag } from '@/server/api/present/state';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import type { Ctx } from '@/server/platform/context';
import { changeAttributes, changeCounters, changeTags } from '@/server/services/state/change-state';
import {
  getAttribute,
  getCounter,
  getTierMembership,
  listAttributes,
  listCounters,
  listTags,
  listTierMemberships,
} from '@/server/services/state/read-state';
import { removeTierMembership, setTierMembership } from '@/server/services/state/set-tier-membership';

/** A kind of subject: the path its state is served under, and how that path resolves to a subject. */
export interface SubjectKind {
  readonly noun: 'participant' | 'group' | 'program';
  readonly path: '/v1/participants/{id}' | '/v1/groups/{id}' | '/v1/programs/{id}';
  readonly Path: z.ZodObject<{ id: z.ZodType<string, string> }, z.core.$strict>;
  /** @throws DomainError not_found. */
  find(ctx: Ctx, id: string): Promise<Subject>;
}

/** The state routes that every kind of subject has. */
export const stateRoutes = (kind: SubjectKind) => ({
  ...tagRoutes(kind),
  ...attributeRoutes(kind),
  ...counterRoutes(kind),
  ...tierRoutes(kind),
});

const tagRoutes = ({ noun, path, Path, find }: SubjectKind) => ({
  tags: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/state/tags`,
        summary: `List the tags of a ${noun}`,
        description: 'In lower case, in alphabetical order.',
        errors: [404],
      }),
    )
    .input(StateListQuery.safeExtend(Path.shape))
    .output(StateTagPage)
    .query(async ({ ctx, input: { id, ...page } }) => presentPage(await listTags(ctx, await find(ctx, id), page), presentTag)),

  changeTags: organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: `${path}/state/tags`,
        summary: `Add and remove tags of a ${noun}`,
        description: `Tags are stored in lower case, 1 to 64 characters each. Returns the tags after the change, up to ${PAGE_LIMIT_MAX}. ${INACTIVE[noun]}`,
        errors: [404, 409, 422],
      }),
    )
    .input(ChangeTags.safeExtend(Path.shape))
    .output(StateTagPage)
    .mutation(async ({ ctx, input: { id, ...body } }) => {
      const subject = await find(ctx, id);
      await changeTags(ctx, subject, body);
      return presentPage(await listTags(ctx, subject, { limit: PAGE_LIMIT_MAX }), presentTag);
    }),
});

const attributeRoutes = ({ noun, path, Path, find }: SubjectKind) => ({
  attributes: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/state/attributes`,
        summary: `List the attributes of a ${noun}, by key`,
        description: 'Each with its current value.',
        errors: [404],
      }),
    )
    .input(StateListQuery.safeExtend(Path.shape))
    .output(StateAttributePage)
    .query(async ({ ctx, input: { id, ...page } }) => presentPage(await listAttributes(ctx, await find(ctx, id), page), presentAttribute)),

  attribute: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/state/attributes/{key}`,
        summary: `Read one attribute of a ${noun}`,
        description: 'If there is no value under the key, the response is `attribute_not_found`.',
        errors: [404],
      }),
    )
    .input(StateKeyPath.extend(Path.shape))
    .output(StateAttribute)
    .query(async ({ ctx, input: { id, key } }) => presentAttribute(await getAttribute(ctx, await find(ctx, id), key))),

  changeAttributes: organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: `${path}/state/attributes`,
        summary: `Set and remove attributes of a ${noun}`,
        description: `A new value replaces the whole previous one. Returns the attributes after the change, up to ${PAGE_LIMIT_MAX}. ${INACTIVE[noun]}`,
        errors: [404, 409, 422],
      }),
    )
    .input(ChangeAttributes.safeExtend(Path.shape))
    .output(StateAttributePage)
    .mutation(async ({ ctx, input: { id, ...body } }) => {
      const subject = await find(ctx, id);
      await changeAttributes(ctx, subject, body);
      return presentPage(await listAttributes(ctx, subject, { limit: PAGE_LIMIT_MAX }), presentAttribute);
    }),
});

const counterRoutes = ({ noun, path, Path, find }: SubjectKind) => ({
  counters: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/state/counters`,
        summary: `List the counters of a ${noun}, by key`,
        description: 'Each with its exact value as of now, and when time alone changes that next.',
        errors: [404],
      }),
    )
    .input(StateListQuery.safeExtend(Path.shape))
    .output(StateCounterPage)
    .query(async ({ ctx, input: { id, ...page } }) => presentPage(await listCounters(ctx, await find(ctx, id), page), presentCounter)),

  counter: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/state/counters/{key}`,
        summary: `Read one counter of a ${noun}`,
        description:
          'If the counter never existed, the response is `counter_not_found`, although rules read 0 from it. The value is as of now: 0 once the time of `reset_after` has passed, and with a `window` the sum of what was added within it.',
        errors: [404],
      }),
    )
    .input(StateKeyPath.extend(Path.shape))
    .output(StateCounter)
    .query(async ({ ctx, input: { id, key } }) => presentCounter(await getCounter(ctx, await find(ctx, id), key))),

  changeCounters: organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: `${path}/state/counters`,
        summary: `Set and increment counters of a ${noun}`,
        description: [
          'Counters are exact decimals, however many requests change one at once. Put a key in either `set` or `increment`; you can send its `reset_after` or its `window` along with it or alone.',
          `Tier levels that the counters reach are given at once. Returns the counters after the change, up to ${PAGE_LIMIT_MAX}. ${INACTIVE[noun]}`,
        ].join('\n\n'),
        errors: [404, 409, 422],
      }),
    )
    .input(ChangeCounters.safeExtend(Path.shape))
    .output(StateCounterPage)
    .mutation(async ({ ctx, input: { id, ...body } }) => {
      const subject = await find(ctx, id);
      await changeCounters(ctx, subject, body);
      return presentPage(await listCounters(ctx, subject, { limit: PAGE_LIMIT_MAX }), presentCounter);
    }),
});

const tierRoutes = ({ noun, path, Path, find }: SubjectKind) => ({
  tiers: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/state/tiers`,
        summary: `List the tier levels of a ${noun}`,
        description: 'One row for each tier in which there is a level, sorted by program and tier.',
        errors: [404],
      }),
    )
    .input(ListTierMemberships.safeExtend(Path.shape))
    .output(TierMembershipPage)
    .query(async ({ ctx, input: { id, ...query } }) =>
      presentPage(await listTierMemberships(ctx, await find(ctx, id), query), presentTierMembership),
    ),

  tier: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/state/tiers/{key}`,
        summary: `Read the level of a ${noun} in one tier`,
        description: 'If there is no level, the response is `not_found`.',
        errors: [404],
      }),
    )
    .input(ReadTierMembership.extend(Path.shape))
    .output(TierMembershipResource)
    .query(async ({ ctx, input: { id, ...tier } }) => presentTierMembership(await getTierMembership(ctx, await find(ctx, id), tier))),
});

/** Those that only participants and groups have. */
export const tierMembershipRoutes = ({ noun, path, Path, find }: SubjectKind) => ({
  setTier: organizationProcedure
    .meta(
      route({
        method: 'PUT',
        path: `${path}/state/tiers/{key}`,
        summary: `Set the level of a ${noun} in a tier`,
        description: `You can set any level, whatever the counters say. A later change of the counters raises it if they qualify for a higher one. ${INACTIVE[noun]}`,
        query: ['program_id'],
        errors: [404, 409, 422],
      }),
    )
    .input(TierMembershipPath.extend(Path.shape).extend(SetTierMembership.shape))
    .output(TierMembershipResource)
    .mutation(async ({ ctx, input: { id, key, program_id, ...body } }) =>
      presentTierMembership(await setTierMembership(ctx, await find(ctx, id), { key, program_id }, body)),
    ),

  removeTier: organizationProcedure
    .meta(
      route({
        method: 'DELETE',
        path: `${path}/state/tiers/{key}`,
        summary: `Remove the level of a ${noun} in a tier`,
        description: `If the counters qualify for a level, their next change gives it again. ${INACTIVE[noun]}`,
        status: 204,
        errors: [404, 409],
      }),
    )
    .input(TierMembershipPath.extend(Path.shape))
    .output(z.void())
    .mutation(async ({ ctx, input: { id, ...tier } }) => removeTierMembership(ctx, await find(ctx, id), tier)),
});

/** Which subjects a change refuses, for descriptions. */
const INACTIVE = {
  participant: 'For a suspended or closed participant, the change is refused with `participant_inactive`.',
  group: 'For an archived group, the change is refused with `group_archived`.',
  program: 'For an archived program, the change is refused with `program_archived`.',
} as const;
