/** Declares the procedures on referrals, and on the codes with which participants bring friends. */
import { ParticipantPath } from '@/contract/participant';
import {
  CancelReferral,
  ChangeReferralCode,
  CreateReferral,
  ListReferrals,
  MakeReferralCode,
  ReadReferralTree,
  Referral,
  ReferralCode,
  ReferralCodes,
  ReferralPage,
  ReferralPath,
  ReferralTree,
} from '@/contract/referral';
import { presentPage } from '@/server/api/present/page';
import { presentReferral, presentReferralCode, presentReferralTree } from '@/server/api/present/referral';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { bindReferral } from '@/server/services/referrals/bind-referral';
import { cancelReferral, getReferral, listReferrals, referralTree } from '@/server/services/referrals/referrals';
import { changeReferralCode, listReferralCodes, makeReferralCode } from '@/server/services/referrals/referral-codes';

const tags = ['referrals'];

export const referralsRouter = router({
  create: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/referrals',
        summary: 'Bind a friend to who brought them',
        description:
          'By the code of who brought them, once in each referral program and forever. Returns 201 for a new referral, and 200 with the one that there is when the same two are bound already. An event or a decision with the code among its `codes` does the same.',
        status: [201, 200],
        location: '/v1/referrals/{id}',
        idempotency: 'natural_key',
        example: { program_id: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d02', code: 'FRIEND-7K4M', external_id: 'user-43' },
        errors: [404, 409, 422, 429],
      }),
    )
    .input(CreateReferral)
    .output(Referral)
    .mutation(async ({ ctx, input }) => {
      const { row, created } = await bindReferral(ctx, input);
      ctx.reply.status = created ? 201 : 200;
      return presentReferral(row);
    }),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/referrals',
        summary: 'List referrals',
        description: 'Newest first by default.',
        errors: [],
      }),
    )
    .input(ListReferrals)
    .output(ReferralPage)
    .query(async ({ ctx, input }) => presentPage(await listReferrals(ctx, input), presentReferral)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/referrals/{id}',
        summary: 'Read a referral',
        description: 'Who was brought by whom and when, whether the friend has qualified, by which event, and what it counts for.',
        errors: [404],
      }),
    )
    .input(ReferralPath)
    .output(Referral)
    .query(({ ctx, input }) => getReferral(ctx, input.id).then(presentReferral)),

  cancel: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/referrals/{id}/cancel',
        summary: 'Cancel a referral',
        description:
          'One that is PENDING or QUALIFIED, for good: the friend cannot be brought again. The event `referral.cancelled` about who brought them lets rules take back what they gave. One that is cancelled already is returned as it is.',
        errors: [404],
      }),
    )
    .input(CancelReferral)
    .output(Referral)
    .mutation(({ ctx, input }) => cancelReferral(ctx, input).then(presentReferral)),
});

export const referralCodesRouter = router({
  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/participants/{id}/referral-codes',
        summary: 'List the referral codes of a participant',
        description: 'One for each referral program in which the participant has one, oldest first, with how many friends it brought.',
        tags,
        errors: [404],
      }),
    )
    .input(ParticipantPath)
    .output(ReferralCodes)
    .query(async ({ ctx, input }) => ({ data: (await listReferralCodes(ctx, input.id)).map(presentReferralCode) })),

  make: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/participants/{id}/referral-codes',
        summary: 'Give a participant a referral code',
        description:
          'One for each referral program: returns 201 for a new one, and 200 with the one that the participant has. Codes are unique in the program (`key_exists`).',
        status: [201, 200],
        location: '/v1/participants/{participant_id}/referral-codes',
        idempotency: 'natural_key',
        example: { referral_program_id: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d1b' },
        tags,
        errors: [404, 409, 422],
      }),
    )
    .input(MakeReferralCode)
    .output(ReferralCode)
    .mutation(async ({ ctx, input }) => {
      const { row, created } = await makeReferralCode(ctx, input);
      ctx.reply.status = created ? 201 : 200;
      return presentReferralCode(row);
    }),

  change: organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: '/v1/participants/{id}/referral-codes/{referral_program_id}',
        summary: 'Change the referral code of a participant',
        description: 'The old code binds nobody from now on, and is given to nobody else.',
        tags,
        errors: [404, 409],
      }),
    )
    .input(ChangeReferralCode)
    .output(ReferralCode)
    .mutation(({ ctx, input }) => changeReferralCode(ctx, input).then(presentReferralCode)),

  tree: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/participants/{id}/referral-tree',
        summary: 'Read whom a participant brought',
        description: 'And whom these brought, to a depth of at most five levels and 500 friends, and who brought the participant.',
        tags,
        errors: [404],
      }),
    )
    .input(ReadReferralTree)
    .output(ReferralTree)
    .query(({ ctx, input }) => referralTree(ctx, input).then(presentReferralTree)),
});
