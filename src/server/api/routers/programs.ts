/** Declares the procedures on programs: their settings, the assets linked to them, and their wallets. */
import { z } from 'zod';
import { ListWalletBalances, MoveProgramWallet, WalletBalancePage, WalletMoveResult } from '@/contract/balance';
import { ProgramCalendar, ProgramCalendarQuery } from '@/contract/calendar';
import { CreateProgram, ListPrograms, Program, ProgramAssetPath, ProgramPage, ProgramPath, UpdateProgram } from '@/contract/program';
import { ProgramConfiguration } from '@/contract/program-configuration';
import { ProgramFromTemplate } from '@/contract/program-from-template';
import { answerOutcome } from '@/server/api/outcome';
import { presentWalletBalance } from '@/server/api/present/balance';
import { presentCalendar, presentProgram } from '@/server/api/present/program';
import { presentPage } from '@/server/api/present/page';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, roleProcedure, router } from '@/server/api/trpc';
import { createProgram, getProgram, listPrograms, updateProgram } from '@/server/services/programs/programs';
import { linkAsset, unlinkAsset } from '@/server/services/programs/assets';
import { exportProgram } from '@/server/services/programs/portable-program';
import { readProgramCalendar } from '@/server/services/programs/program-calendar';
import { programFromTemplate } from '@/server/services/programs/program-from-template';
import { listWalletBalances, moveWallet } from '@/server/services/ledger/wallets';
import { automationsRouter } from './automations';
import { rewardSourcesRouter } from './reward-sources';
import { rewardsRouter } from './rewards';
import { stateRoutes, type SubjectKind } from './state';
import { tiersRouter } from './tiers';

const PROGRAM: SubjectKind = {
  noun: 'program',
  path: '/v1/programs/{id}',
  Path: ProgramPath,
  find: async (ctx, id) => ({ type: 'PROGRAM', id: (await getProgram(ctx, id)).id }),
};

export const programsRouter = router({
  create: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/programs',
        summary: 'Create a program',
        description:
          'The new program has no assets and no rules. `on_unknown_participant` decides what happens to an event about an unknown participant.',
        status: 201,
        location: '/v1/programs/{id}',
        idempotency: 'replay',
        errors: [],
      }),
    )
    .input(CreateProgram)
    .output(Program)
    .mutation(({ ctx, input }) => replay(ctx, 'programs.create', input, (tx) => createProgram(ctx, tx, input).then(presentProgram))),

  /** Only for the dashboard: whoever keeps programs in a repository sends a configuration instead. */
  fromTemplate: roleProcedure('MEMBER')
    .input(ProgramFromTemplate)
    .output(Program)
    .mutation(({ ctx, input }) =>
      replay(ctx, 'programs.from_template', input, (tx) => programFromTemplate(ctx, tx, input).then(presentProgram)),
    ),

  list: organizationProcedure
    .meta(route({ method: 'GET', path: '/v1/programs', summary: 'List programs', description: '`search` matches the name.', errors: [] }))
    .input(ListPrograms)
    .output(ProgramPage)
    .query(async ({ ctx, input }) => presentPage(await listPrograms(ctx, input), presentProgram)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}',
        summary: 'Read a program',
        description: 'Returns a program with the assets that are linked to it and the version of its rule configuration.',
        errors: [404],
      }),
    )
    .input(ProgramPath)
    .output(Program)
    .query(({ ctx, input }) => getProgram(ctx, input.id).then(presentProgram)),

  update: organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: '/v1/programs/{id}',
        summary: 'Change, suspend or archive a program',
        description: 'Fields that you leave out stay unchanged. An archived program refuses every change with `program_archived`.',
        errors: [404, 409],
      }),
    )
    .input(UpdateProgram)
    .output(Program)
    .mutation(({ ctx, input }) => updateProgram(ctx, input).then(presentProgram)),

  export: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}/export',
        summary: 'Export the whole configuration of a program as a portable document',
        description:
          'Settings, assets, tiers, rule sets with their rules, rewards, automations, challenges, settings of notices, referral programs, the terms of batches of codes and leaderboards, without ids, times, balances and codes; assets are named by their symbols. You can send the document as the `configuration` of POST /v1/sandbox/programs/clone in any sandbox, and a program created from it exports as the same document. `skipped` lists what the document leaves out: archived assets and what needs them, the balances of wallets, codes, rewards that a provider delivers, automations that have run for the last time, leaderboards that are over, and what belongs to a deleted campaign.',
        errors: [404],
      }),
    )
    .input(ProgramPath)
    .output(ProgramConfiguration)
    .query(({ ctx, input }) => exportProgram(ctx, input.id)),

  calendar: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}/calendar',
        summary: 'Read the calendar of a program',
        description:
          'Returns everything of the program that has a time between `from` and `to`, in its own time zone: windows of rules and rewards, periods of budgets, runs of automations still to come, qualification years of tiers, and what expires, matures or ends on each day; also closed periods of the ledger and, in a sandbox, moves of its clock. `overlaps` names active rules whose windows overlap and that can match the same event. Sums of a day are of what is still due now: what is earned or spent until then changes them.',
        errors: [404],
      }),
    )
    .input(ProgramCalendarQuery)
    .output(ProgramCalendar)
    .query(({ ctx, input }) => readProgramCalendar(ctx, input).then(presentCalendar)),

  linkAsset: organizationProcedure
    .meta(
      route({
        method: 'PUT',
        path: '/v1/programs/{id}/assets/{asset_id}',
        summary: 'Link an asset to a program',
        description: 'Rules of the program can then move the asset. Linking again changes nothing.',
        errors: [404, 409, 422],
      }),
    )
    .input(ProgramAssetPath)
    .output(Program)
    .mutation(({ ctx, input }) => linkAsset(ctx, input).then(presentProgram)),

  unlinkAsset: organizationProcedure
    .meta(
      route({
        method: 'DELETE',
        path: '/v1/programs/{id}/assets/{asset_id}',
        summary: 'Unlink an asset from a program',
        description: 'You can unlink an asset only while the program has no journal entries in it.',
        status: 204,
        errors: [404, 409],
      }),
    )
    .input(ProgramAssetPath)
    .output(z.void())
    .mutation(({ ctx, input }) => unlinkAsset(ctx, input)),

  fundWallet: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/programs/{id}/assets/{asset_id}/fund',
        summary: 'Fund a program wallet',
        description: 'Adds value that PREFUNDED credits of the program can draw on. Only PREFUNDED assets have a wallet.',
        idempotency: 'conflict_safe',
        errors: [404, 409, 422],
      }),
    )
    .input(MoveProgramWallet)
    .output(WalletMoveResult)
    .mutation(async ({ ctx, input: { id, asset_id, ...body } }) =>
      answerOutcome(ctx, await moveWallet(ctx, 'FUND', { programId: id, assetId: asset_id }, body)),
    ),

  burnWallet: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/programs/{id}/assets/{asset_id}/burn',
        summary: 'Burn value of a program wallet',
        description: 'Removes value that was funded but not yet issued. Only PREFUNDED assets have a wallet.',
        idempotency: 'conflict_safe',
        errors: [404, 409, 422],
      }),
    )
    .input(MoveProgramWallet)
    .output(WalletMoveResult)
    .mutation(async ({ ctx, input: { id, asset_id, ...body } }) =>
      answerOutcome(ctx, await moveWallet(ctx, 'BURN', { programId: id, assetId: asset_id }, body)),
    ),

  walletBalances: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}/balance',
        summary: 'List the wallet balances of a program, by linked asset',
        description: 'Meaningful for PREFUNDED assets; UNLIMITED assets bypass the wallet and show zeros.',
        errors: [404],
      }),
    )
    .input(ListWalletBalances)
    .output(WalletBalancePage)
    .query(async ({ ctx, input }) => presentPage(await listWalletBalances(ctx, input), presentWalletBalance)),
  state: router(stateRoutes(PROGRAM)),
  rewards: rewardsRouter,
  rewardSources: rewardSourcesRouter,
  tiers: tiersRouter,
  automations: automationsRouter,
});
