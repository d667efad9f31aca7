/** Presents codes and their uses in their wire form. */
import type { Code, CodeDetail, CodeRedemption } from '@/contract/code';
import type { CodeRedemptionRow, CodeRow } from '@/server/db/repositories/codes/codes';
import type { CodeWithUses } from '@/server/services/codes/get-code';
import { presentCodeBatch } from './code-batch';
import { presentTime } from './time';

export const presentCode = (row: CodeRow): Code => ({
  code: row.code,
  program_id: row.program_id,
  batch_id: row.batch_id,
  status: row.status === 'VOID' ? 'VOID' : row.used > 0 ? 'USED' : 'UNUSED',
  used: row.used,
  max_uses: row.max_uses,
  created_at: presentTime(row.created_at),
});

export const presentCodeRedemption = (row: CodeRedemptionRow): CodeRedemption => ({
  ...row,
  created_at: presentTime(row.created_at),
  updated_at: presentTime(row.updated_at),
});

export const presentCodeDetail = ({ row, batch, problem, redemptions }: CodeWithUses): CodeDetail => ({
  ...presentCode(row),
  batch: presentCodeBatch(batch),
  problem: problem && { code: problem.code, message: problem.message },
  redemptions: redemptions.map(presentCodeRedemption),
});
