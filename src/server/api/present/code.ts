/** Presents codes, their batches and their imports. */
import type { Code, CodeDetail, CodeRedemption } from '@/contract/code';
import type { AddedCodes, CodeBatch } from '@/contract/code-batch';
import type { CodeImport } from '@/contract/code-import';
import { batchSentence } from '@/domain/codes/batch-sentence';
import type { CodeBatchRow } from '@/server/db/repositories/codes/code-batches';
import type { CodeImportRow } from '@/server/db/repositories/codes/code-imports';
import type { CodeRedemptionRow, CodeRow } from '@/server/db/repositories/codes/codes';
import type { CodesAdded } from '@/server/services/codes/generate-codes';
import type { CodeWithUses } from '@/server/services/codes/get-code';
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

export const presentCodeBatch = ({ active_from, active_to, created_at, updated_at, deleted_at, ...row }: CodeBatchRow): CodeBatch => ({
  id: row.id,
  program_id: row.program_id,
  campaign_id: row.campaign_id,
  key: row.key,
  name: row.name,
  kind: row.kind,
  status: row.status,
  prefix: row.prefix,
  length: row.length,
  wanted: row.wanted,
  made: row.made,
  max_total: row.max_total,
  max_per_participant: row.max_per_participant,
  max_per_code: row.max_per_code,
  active_from: presentTime(active_from),
  active_to: presentTime(active_to),
  condition: row.condition,
  exclusive_group: row.exclusive_group,
  priority: row.priority,
  redeemed_count: row.redeemed_count,
  sentence: batchSentence({ ...row, active_from, active_to }),
  created_at: presentTime(created_at),
  updated_at: presentTime(updated_at),
  deleted_at: presentTime(deleted_at),
});

export const presentAdded = ({ batch, added, existing, invalid }: CodesAdded): AddedCodes => ({
  batch: presentCodeBatch(batch),
  added,
  existing: [...existing],
  invalid: [...invalid],
});

export const presentCodeImport = ({ created_at, updated_at, completed_at, ...row }: CodeImportRow): CodeImport => ({
  ...row,
  created_at: presentTime(created_at),
  updated_at: presentTime(updated_at),
  completed_at: presentTime(completed_at),
});
