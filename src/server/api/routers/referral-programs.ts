/** Declares the procedures on referral programs. */
import { z } from 'zod';
import {
  CreateReferralProgram,
  ListReferralPrograms,
  ReferralPerformance,
  ReferralPerformanceQuery,
  ReferralProgram,
  ReferralProgramPage,
  ReferralProgramPath,
  UpdateReferralProgram,
} from '@/contract/referral-program';
import { presentPage } from '@/server/api/present/page';
import { presentReferralPerformance, presentReferralProgram } from '@/server/api/present/referral';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import {
  archiveReferralProgram,
  createReferralProgram,
  getReferralProgram,
  listReferralPrograms,
  updateReferralProgram,
} from '@/server/services/referrals/referral-program';
import { referralPerformance } from '@/server/services/referrals/referral-performance';

const tags = ['referrals'];

export const referralProgramsRouter = router({
  create: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/referral-programs',
        summary: 'Create a referral program',
        description:
          'Participants get codes of it and bring friends with them. An event of a friend that `qualifies` makes the events `referral.qualified`, about who brought them, and `referral.completed`, about the friend, which rules reward.',
        status: 201,
        location: '/v1/referral-programs/{id}',
        idempotency: 'replay',
        example: {
          program_id: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d02',
          key: 'friends',
          name: 'Bring a friend',
          qualifies: { event_types: ['purchase'], condition: 'event.amount >= 20', within_days: 30 },
          steps: [1, 5, 10],
        },
        tags,
        errors: [404, 409],
      }),
    )
    .input(CreateReferralProgram)
    .output(ReferralProgram)
    .mutation(({ ctx, input }) =>
      replay(ctx, 'referralPrograms.create', input, (tx) => createReferralProgram(ctx, tx, input).then(presentReferralProgram)),
    ),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/referral-programs',
        summary: 'List referral programs',
        description: '`search` matches name and key.',
        tags,
        errors: [],
      }),
    )
    .input(ListReferralPrograms)
    .output(ReferralProgramPage)
    .query(async ({ ctx, input }) => presentPage(await listReferralPrograms(ctx, input), presentReferralProgram)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/referral-programs/{id}',
        summary: 'Read a referral program',
        description: 'Its terms and its status, and in a sentence which friends qualify and how many count.',
        tags,
        errors: [404],
      }),
    )
    .input(ReferralProgramPath)
    .output(ReferralProgram)
    .query(({ ctx, input }) => getReferralProgram(ctx, input.id).then(presentReferralProgram)),

  update: organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: '/v1/referral-programs/{id}',
        summary: 'Change, pause or archive a referral program',
        description:
          'Fields that you leave out stay unchanged. The new terms hold from now on; friends who were brought before keep the deadline that they were given.',
        tags,
        errors: [404],
      }),
    )
    .input(UpdateReferralProgram)
    .output(ReferralProgram)
    .mutation(({ ctx, input }) => updateReferralProgram(ctx, input).then(presentReferralProgram)),

  archive: organizationProcedure
    .meta(
      route({
        method: 'DELETE',
        path: '/v1/referral-programs/{id}',
        summary: 'Archive a referral program',
        description: 'Its codes bind nobody any more, and nobody qualifies; what has qualified stays. Archiving is final.',
        status: 204,
        tags,
        errors: [404],
      }),
    )
    .input(ReferralProgramPath)
    .output(z.void())
    .mutation(({ ctx, input }) => archiveReferralProgram(ctx, input.id)),

  performance: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/referral-programs/{id}/performance',
        summary: 'Read what came of a referral program',
        description: 'How many friends were brought in a window and how far they are, what happened day by day, and who brought most.',
        tags,
        errors: [404],
      }),
    )
    .input(ReferralPerformanceQuery)
    .output(ReferralPerformance)
    .query(({ ctx, input }) => referralPerformance(ctx, input).then(presentReferralPerformance)),
});
