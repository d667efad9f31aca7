/** Declares the procedures on balances: those of every kind of holder, and the batch over several holders at once. */
import {
  BalanceAdjustment,
  BalanceAdjustmentResult,
  BalanceOperationResult,
  BalancePage,
  ForfeitBalance,
  HoldBalance,
  ListBalances,
  ListLots,
  LotPage,
  ReleaseBalance,
  VoidHold,
} from '@/contract/balance';
import { BALANCE_BATCH_MAX, BalanceBatch, BalanceBatchResult, BatchedOperation } from '@/contract/balance-batch';
import { BalanceExplanation, ExplainBalance } from '@/contract/explain';
import { BalanceOutlook, LotSchedule, LotScheduleQuery } from '@/contract/lot-schedule';
import { answerOutcome } from '@/server/api/outcome';
import { presentBalance, presentBalanceBatch, presentLot, presentLotSchedule, presentOutlook } from '@/server/api/present/balance';
import { presentExplanation } from '@/server/api/present/explain';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure, roleProcedure, router } from '@/server/api/trpc';
import { validationFailure } from '@/server/platform/input/validation';
import { applyBalanceBatch } from '@/server/services/balances/apply-batch';
import { applyCommand } from '@/server/services/balances/apply-commands';
import { explainBalance } from '@/server/services/balances/explain-balance';
import { listBalances } from '@/server/services/balances/list-balances';
import { listLots, readLotSchedule, readOutlook } from '@/server/services/balances/lots';
import type { HolderKind } from './holders';

/** The balance routes that every kind of holder has, and its lots over time for the dashboard. */
export const holderBalanceRoutes = (kind: HolderKind) => ({
  ...listRoute(kind),
  ...operationRoutes(kind),
  ...lotRoutes(kind),
  ...explainRoute(kind),
});

const listRoute = ({ noun, path, Path, find }: HolderKind) => ({
  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/balances`,
        summary: `List the balances of a ${noun}`,
        description:
          'One row for each program and asset in which value ever moved, sorted by program and asset. With `as_of`, balances are as they stood at that time.',
        errors: [404],
      }),
    )
    .input(ListBalances.safeExtend(Path.shape))
    .output(BalancePage)
    .query(async ({ ctx, input: { id, ...query } }) => presentPage(await listBalances(ctx, await find(ctx, id), query), presentBalance)),
});

const ENROLLS = { participant: ' A credit enrolls the participant in the program.', group: '' };
const ALLOWED_ON = { participant: 'closed participants', group: 'archived groups' };

const operationRoutes = ({ noun, path, Path, named }: HolderKind) => ({
  adjust: operation(`${path}/balances/adjust`, {
    summary: `Credit or debit the balance of a ${noun} manually`,
    description: `Credits draw on the program wallet (PREFUNDED) or on issuance (UNLIMITED), debits return there.${ENROLLS[noun]}`,
  })
    .input(Path.extend(BalanceAdjustment.shape))
    .output(BalanceAdjustmentResult)
    .mutation(async ({ ctx, input: { id, ...body } }) =>
      answerOutcome(ctx, await applyCommand(ctx, named(id), { operation: 'ADJUST', ...body })),
    ),

  hold: operation(`${path}/balances/hold`, {
    summary: `Hold available balance of a ${noun}`,
    description:
      'Moves value from AVAILABLE to HELD under `reference_id`; a second hold under the same reference adds to it. Lots that expire first are held first.',
  })
    .input(Path.extend(HoldBalance.shape))
    .output(BalanceOperationResult)
    .mutation(async ({ ctx, input: { id, ...body } }) =>
      answerOutcome(ctx, await applyCommand(ctx, named(id), { operation: 'HOLD', ...body })),
    ),

  release: operation(`${path}/balances/release`, {
    summary: `Release held balance of a ${noun}`,
    description:
      'Moves all or part of the held value back from HELD to AVAILABLE: from the hold that `reference_id` names, or from the oldest holds first. Lots that expire first are released last.',
  })
    .input(Path.extend(ReleaseBalance.shape))
    .output(BalanceOperationResult)
    .mutation(async ({ ctx, input: { id, ...body } }) =>
      answerOutcome(ctx, await applyCommand(ctx, named(id), { operation: 'RELEASE', ...body })),
    ),

  forfeit: operation(`${path}/balances/forfeit`, {
    summary: `Destroy balance of a ${noun} into breakage`,
    description: `Irreversible. Also possible for ${ALLOWED_ON[noun]} and archived assets. You can choose lots by id and by when they were earned.`,
  })
    .input(Path.extend(ForfeitBalance.shape))
    .output(BalanceOperationResult)
    .mutation(async ({ ctx, input: { id, ...body } }) =>
      answerOutcome(ctx, await applyCommand(ctx, named(id), { operation: 'FORFEIT', ...body })),
    ),

  voidHold: operation(`${path}/balances/void-hold`, {
    summary: `Take back a provisional credit to a ${noun}`,
    description:
      'LOT assets only. Lots that were credited straight to HELD under `reference_id` return to where they came from. Value that was held from AVAILABLE stays held.',
  })
    .input(Path.extend(VoidHold.shape))
    .output(BalanceOperationResult)
    .mutation(async ({ ctx, input: { id, ...body } }) =>
      answerOutcome(ctx, await applyCommand(ctx, named(id), { operation: 'VOID_HOLD', ...body })),
    ),
});

/** An operation on one balance; its first outcome is kept for good under its key. */
const operation = (path: `/v1/${string}`, { summary, description }: { summary: string; description: string }) =>
  organizationProcedure.meta(route({ method: 'POST', path, summary, description, idempotency: 'conflict_safe', errors: [404, 409, 422] }));

const lotRoutes = ({ noun, path, Path, find }: HolderKind) => ({
  lots: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/balances/lots`,
        summary: `List the lots of a ${noun}, in order of expiry`,
        description:
          'LOT assets only. `availability` totals all lots of the filtered program and asset, regardless of the page; it is null when the lots are of several assets. A filter that is invalid, a combination that no lot can match, and a SIMPLE asset are refused with `invalid_filter`.',
        errors: [404],
      }),
    )
    .input(ListLots.safeExtend(Path.shape))
    .output(LotPage)
    .query(async ({ ctx, input: { id, ...query } }) => {
      const { page, availability } = await listLots(ctx, await find(ctx, id), query);
      return { ...presentPage(page, presentLot), availability };
    }),

  /** The lots of one balance over time, for the dashboard. */
  lotSchedule: roleProcedure('VIEWER')
    .input(LotScheduleQuery.safeExtend(Path.shape))
    .output(LotSchedule)
    .query(async ({ ctx, input: { id, program_id, asset_id } }) =>
      presentLotSchedule(await readLotSchedule(ctx, await find(ctx, id), { programId: program_id, assetId: asset_id })),
    ),

  /** What of each balance is due next, for the dashboard. */
  outlook: roleProcedure('VIEWER')
    .input(Path)
    .output(BalanceOutlook)
    .query(async ({ ctx, input: { id } }) => ({ data: (await readOutlook(ctx, await find(ctx, id))).map(presentOutlook) })),
});

const explainRoute = ({ noun, path, Path, find }: HolderKind) => ({
  explain: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/balances/explain`,
        summary: `Explain the balances of a ${noun}`,
        description: [
          'For all value that ever came in: the event, the rule with its version, the journal entry and the lot that brought it, and where it is now or which entry took it. Each row is what one entry brought, newest first.',
          'The figures are exact to the last digit: `amount` is what is held of it plus `spent_amount`, and the sum of what is held in all rows, minus `overdrafts`, is the balance. Holds, releases, settlements and maturity do not start a new row; a settlement does so only for what it adds.',
          'A LOT asset is traced from lot to lot. Units of a SIMPLE asset cannot be told apart: a debit takes the oldest of the bucket and hold.',
          'Every request traces the whole history of the balance, up to 50,000 postings; beyond that it is refused as `unprocessable`. Send `program_id` and `asset_id` to trace a single balance.',
        ].join('\n\n'),
        errors: [404, 422],
      }),
    )
    .input(ExplainBalance.safeExtend(Path.shape))
    .output(BalanceExplanation)
    .query(async ({ ctx, input: { id, ...query } }) => presentExplanation(await explainBalance(ctx, await find(ctx, id), query))),
});

const EXAMPLE_BALANCE = { program_id: '018f2b5e-7c1d-7e9a-9a51-0c5d6f0a7b21', asset_id: '018f2b5e-7c1d-7e9a-9a51-0c5d6f0a7b22' };
const REACH = { input: BatchedOperation, shown: [], changes: false };

/** Operations on the balances of several holders at once. */
export const balancesRouter = router({
  batch: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/balances/batch',
        summary: `Perform up to ${BALANCE_BATCH_MAX.toLocaleString('en-US')} balance operations`,
        description:
          'Each operation is the body of its single route with `operation` and exactly one of `participant_id`, `external_id` and `group_id`, and is answered as it would have been alone: one that is refused never fails the others. They are done in the order given, in any programs and assets, and `results` keeps that order. `SETTLE` is a credit to AVAILABLE that must find a live hold under its `reference_id`. Each operation needs an `idempotency_key`, which counts as the key of its single route: a batch that is sent again is answered with the same results. With `atomic`, either all operations are done or, if any is refused, none: the answer is then 422 `batch_refused`, whose `details.refused` names every one that is refused.',
        idempotency: 'natural_key',
        example: {
          operations: [
            {
              operation: 'ADJUST',
              external_id: 'ada',
              ...EXAMPLE_BALANCE,
              type: 'CREDIT',
              amount: '12.50',
              description: 'Monthly bonus',
              idempotency_key: 'bonus-2026-11-ada',
            },
            {
              operation: 'HOLD',
              external_id: 'ada',
              ...EXAMPLE_BALANCE,
              amount: '5',
              reference_id: 'order-1042',
              description: 'Order 1042',
              idempotency_key: 'hold-order-1042',
            },
          ],
        },
        errors: [409, 422],
      }),
    )
    .input(BalanceBatch)
    .output(BalanceBatchResult)
    .mutation(async ({ ctx, input: { operations, atomic } }) => {
      const read = operations.map((item) => {
        const { data, error } = BatchedOperation.safeParse(item);
        return data ?? validationFailure(error.issues, item, { reach: REACH });
      });
      return presentBalanceBatch(ctx, { atomic, answers: await applyBalanceBatch(ctx, { operations: read, atomic }) });
    }),
});
