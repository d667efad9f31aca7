/** Declares the procedures on participants: their profile, and what they hold, do and redeem. */
import { EventPage, ListActivityEvents } from '@/contract/event';
import {
  ListParticipants,
  ParticipantDetail,
  ParticipantPage,
  ParticipantPath,
  ReadParticipant,
  UpdateParticipant,
  UpsertParticipant,
} from '@/contract/participant';
import { ListParticipantRedemptions, RedeemAmount, RedeemReward, Redemption, RedemptionPage } from '@/contract/redemption';
import { answerCreation } from '@/server/api/outcome';
import { presentEvent } from '@/server/api/present/event';
import { presentPage } from '@/server/api/present/page';
import { presentParticipant, presentParticipantDetail } from '@/server/api/present/participant';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { findHolder, namedParticipant } from '@/server/services/balances/holders';
import { listParticipantEvents } from '@/server/services/events/events';
import { revealClaimUrl } from '@/server/services/fulfillment/orders';
import {
  listParticipants,
  participantId,
  readParticipant,
  updateParticipant,
  upsertParticipant,
} from '@/server/services/participants/participants';
import { listParticipantRedemptions, showRedemption } from '@/server/services/redemptions/redemptions';
import { redeemAmount, redeemReward } from '@/server/services/redemptions/redeem';
import { holderBalanceRoutes } from './balances';
import { participantChallengeRoutes } from './challenge-completions';
import { participantLeaderboardRoutes } from './leaderboard-ranks';
import { holderActivityRoutes, type HolderKind } from './holders';
import { tierMembershipRoutes, stateRoutes } from './state';

const PARTICIPANT: HolderKind = {
  noun: 'participant',
  path: '/v1/participants/{id}',
  Path: ParticipantPath,
  named: namedParticipant,
  find: (ctx, id) => findHolder(ctx, namedParticipant(id)),
};

export const participantsRouter = router({
  ...participantChallengeRoutes,
  ...participantLeaderboardRoutes,

  upsert: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/participants',
        summary: 'Create or change a participant by external id',
        description:
          'Returns 201 for a new participant and 200 for an existing one. Only the fields that you send change: `null` clears a profile field, `tags` and `attributes` are added to those that the participant has.',
        status: [201, 200],
        location: '/v1/participants/{id}',
        idempotency: 'natural_key',
        errors: [404, 409, 422],
      }),
    )
    .input(UpsertParticipant)
    .output(ParticipantDetail)
    .mutation(async ({ ctx, input }) => {
      const { participant, created } = await upsertParticipant(ctx, input);
      ctx.reply.status = created ? 201 : 200;
      return presentParticipantDetail(participant);
    }),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/participants',
        summary: 'List participants',
        description: '`search` matches the external id, email address and names.',
        errors: [],
      }),
    )
    .input(ListParticipants)
    .output(ParticipantPage)
    .query(async ({ ctx, input }) => presentPage(await listParticipants(ctx, input), presentParticipant)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/participants/{id}',
        summary: 'Read a participant with its programs, state and balances',
        description:
          'With `as_of`, the whole record as it stood at that time: profile, status, programs, state and balances. A later request for the same past time returns the same record; work in progress at that instant counts from the time it is dated.',
        errors: [404],
      }),
    )
    .input(ReadParticipant)
    .output(ParticipantDetail)
    .query(({ ctx, input }) => readParticipant(ctx, input.id, input.as_of).then(presentParticipantDetail)),

  update: organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: '/v1/participants/{id}',
        summary: 'Change the profile or status of a participant',
        description: 'Fields that you leave out stay unchanged; `null` clears a profile field.',
        errors: [404],
      }),
    )
    .input(UpdateParticipant)
    .output(ParticipantDetail)
    .mutation(({ ctx, input }) => updateParticipant(ctx, input).then(presentParticipantDetail)),
  balances: router(holderBalanceRoutes(PARTICIPANT)),

  activity: router({
    events: organizationProcedure
      .meta(
        route({
          method: 'GET',
          path: '/v1/participants/{id}/activity/events',
          summary: 'List the events of a participant',
          description:
            'Events in which the participant is the actor. `from` and `to` filter by ingestion time, `event_from` and `event_to` by when the event occurred; if you send both pairs, both apply.',
          errors: [404],
        }),
      )
      .input(ListActivityEvents)
      .output(EventPage)
      .query(async ({ ctx, input }) => presentPage(await listParticipantEvents(ctx, input), presentEvent)),

    redemptions: redemptionsUnder('activity/redemptions'),
    ...holderActivityRoutes(PARTICIPANT),
  }),
  state: router({ ...stateRoutes(PARTICIPANT), ...tierMembershipRoutes(PARTICIPANT) }),

  redemptions: router({
    redeemAmount: organizationProcedure
      .meta(
        route({
          method: 'POST',
          path: '/v1/participants/{id}/redemptions',
          summary: 'Redeem an amount of balance',
          description:
            'INSTANT spends the value at once. PENDING reserves it, out of reach of every other operation, until the redemption is captured, cancelled or failed, or until `expires_at`. A repeated request with the same key returns 200 and the first response.',
          status: [201, 200],
          location: '/v1/redemptions/{id}',
          idempotency: 'conflict_safe',
          tags: ['redemptions'],
          errors: [404, 409, 422],
        }),
      )
      .input(RedeemAmount)
      .output(Redemption)
      .mutation(async ({ ctx, input: { id, ...body } }) =>
        answerCreation(ctx, await redeemAmount(ctx, { type: 'PARTICIPANT', id: await participantId(ctx, id) }, body)),
      ),

    redeemReward: organizationProcedure
      .meta(
        route({
          method: 'POST',
          path: '/v1/participants/{id}/redemptions/items',
          summary: 'Redeem a reward of the catalog',
          description:
            'The cost is the unit cost times `quantity`, or `amount` for a reward redeemed by amount. A pending redemption takes its units from the stock at once, and returns them when it is cancelled, failed or expired. A reward that a provider delivers takes only `face_value_minor` and is PENDING, whatever `mode` says, until the provider has delivered it (COMPLETED) or refused it (FAILED, with release); `fulfillment` shows the progress, and its `claim_url` is where the participant claims the reward.',
          status: [201, 200],
          location: '/v1/redemptions/{id}',
          idempotency: 'conflict_safe',
          tags: ['redemptions'],
          errors: [404, 409, 422],
        }),
      )
      .input(RedeemReward)
      .output(Redemption)
      .mutation(async ({ ctx, input: { id, ...body } }) =>
        revealClaimUrl(ctx, answerCreation(ctx, await redeemReward(ctx, { type: 'PARTICIPANT', id: await participantId(ctx, id) }, body))),
      ),

    list: redemptionsUnder('redemptions'),
  }),
});

/** One list, served under two paths. */
function redemptionsUnder(path: 'redemptions' | 'activity/redemptions') {
  return organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `/v1/participants/{id}/${path}`,
        summary: 'List the redemptions of a participant',
        description: 'Newest first by default. Only participants redeem, so groups have no such list.',
        tags: ['redemptions'],
        errors: [404],
      }),
    )
    .input(ListParticipantRedemptions)
    .output(RedemptionPage)
    .query(async ({ ctx, input }) => presentPage(await listParticipantRedemptions(ctx, input), showRedemption));
}
