/** Writes the terms of batches of codes as documents have them, and makes batches of them that have no codes yet. */
import type { PortableCodeBatch } from '@/contract/portable-parts';
import type { CodeBatchRow } from '@/server/db/repositories/codes/code-batches';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { createEmptyBatch } from '@/server/services/codes/create-batch';
import { campaignNamed, namedCampaign, type CampaignIds, type CampaignKeys } from './campaign-keys';

/** @param row not archived; one whose codes are being made counts as it will be. */
export const portableCodeBatch = (row: CodeBatchRow, keys: CampaignKeys): PortableCodeBatch => ({
  key: row.key,
  name: row.name,
  kind: row.kind,
  ...namedCampaign(row, keys),
  status: row.status === 'PAUSED' ? 'PAUSED' : 'ACTIVE',
  ...(row.length === null ? {} : { prefix: row.prefix, length: row.length }),
  max_total: row.max_total,
  max_per_participant: row.max_per_participant,
  max_per_code: row.max_per_code,
  active_from: row.active_from?.toISOString() ?? null,
  active_to: row.active_to?.toISOString() ?? null,
  condition: row.condition,
  exclusive_group: row.exclusive_group,
  priority: row.priority,
});

/** @throws DomainError not_found (`campaign`), key_exists, invalid_request, validation_error. */
export async function codeBatchFrom(
  ctx: Ctx,
  tx: Tx,
  programId: string,
  { campaign, ...terms }: PortableCodeBatch,
  campaigns: CampaignIds,
): Promise<void> {
  await createEmptyBatch(ctx, tx, { ...terms, program_id: programId }, campaignNamed(campaign, campaigns));
}
