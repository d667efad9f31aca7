/** The terms of batches of codes as a section of documents; what is made of them has no codes yet. */
import type { PortableCodeBatch } from '@/contract/portable-parts';
import { batchSentence } from '@/domain/codes/batch-sentence';
import { loadProgramCodeBatches, updateCodeBatchRow, type CodeBatchRow } from '@/server/db/repositories/codes/code-batches';
import { changedCodeBatch, createEmptyBatch, emptyBatch, getCodeBatchForUpdate } from '@/server/services/codes/batches';
import { campaignNamed, namedCampaign, type CampaignKeys } from './campaign-keys';
import { assertUnchanged, type OfProgram, type Section } from './section';

const NEVER_CHANGES = ['kind', 'campaign', 'prefix', 'length', 'max_per_code'] as const;

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

export const codeBatchSection = ({
  ctx,
  tx,
  programId,
  campaignIds,
  campaignKeys,
}: OfProgram): Section<CodeBatchRow, PortableCodeBatch> => ({
  load: () => loadProgramCodeBatches(tx, ctx.organization.id, programId),
  make: ({ campaign, ...terms }) => createEmptyBatch(ctx, tx, { ...terms, program_id: programId }, campaignNamed(campaign, campaignIds)),
  compare: async (id, { campaign, ...sent }) => {
    const before = await getCodeBatchForUpdate(ctx, tx, id);
    const now = ctx.clock.now();
    const present = portableCodeBatch(before, campaignKeys);
    const wanted = portableCodeBatch(emptyBatch({ ...sent, program_id: programId }, null, now), campaignKeys);
    assertUnchanged(present, { ...wanted, campaign }, NEVER_CHANGES);
    const { key: _key, kind: _kind, prefix: _prefix, length: _length, max_per_code: _most, status, ...change } = wanted;
    return { before, after: changedCodeBatch(before, { ...change, ...(status === present.status ? {} : { status }) }, now) };
  },
  write: (_before, after) => updateCodeBatchRow(tx, ctx.organization.id, after),
  archive: async (id) => {
    const before = await getCodeBatchForUpdate(ctx, tx, id);
    await updateCodeBatchRow(tx, ctx.organization.id, changedCodeBatch(before, { status: 'ARCHIVED' }, ctx.clock.now()));
  },
  portable: (row) => portableCodeBatch(row, campaignKeys),
  sentence: batchSentence,
});
