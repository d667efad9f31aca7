/** Presents batches of codes in their wire form. */
import type { AddedCodes, CodeBatch } from '@/contract/code-batch';
import { batchSentence } from '@/domain/codes/batch-sentence';
import type { CodeBatchRow } from '@/server/db/repositories/codes/code-batches';
import type { CodesAdded } from '@/server/services/codes/generate-codes';
import { presentTime } from './time';

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
