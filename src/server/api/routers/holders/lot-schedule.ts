/** Reads for the dashboard the lots of a balance over time, and what of each balance is due next. */
import { BalanceOutlook, LotSchedule, LotScheduleQuery } from '@/contract/lot-schedule';
import { presentLotSchedule, presentOutlook } from '@/server/api/present/lot-schedule';
import { roleProcedure } from '@/server/api/trpc';
import { readLotSchedule, readOutlook } from '@/server/services/balances/lot-schedule';
import type { HolderKind } from './holder';

export const readLotScheduleProcedure = ({ Path, find }: HolderKind) =>
  roleProcedure('VIEWER')
    .input(LotScheduleQuery.safeExtend(Path.shape))
    .output(LotSchedule)
    .query(async ({ ctx, input: { id, program_id, asset_id } }) =>
      presentLotSchedule(await readLotSchedule(ctx, await find(ctx, id), { programId: program_id, assetId: asset_id })),
    );

export const readOutlookProcedure = ({ Path, find }: HolderKind) =>
  roleProcedure('VIEWER')
    .input(Path)
    .output(BalanceOutlook)
    .query(async ({ ctx, input: { id } }) => ({ data: (await readOutlook(ctx, await find(ctx, id))).map(presentOutlook) }));
