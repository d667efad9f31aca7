/** Holds a batch of codes as its form edits it: every field as text, so that no input is lost. */
import type { CodeBatch, CreateCodeBatch } from '@/contract/code-batch';

export interface BatchDraft {
  readonly kind: CodeBatch['kind'];
  readonly name: string;
  readonly key: string;
  /** The code of a SHARED batch. */
  readonly code: string;
  readonly count: string;
  readonly prefix: string;
  readonly max_per_code: string;
  readonly max_total: string;
  readonly max_per_participant: string;
  /** API instants; empty for no bound. */
  readonly active_from: string;
  readonly active_to: string;
  readonly condition: string;
  readonly exclusive_group: string;
  readonly priority: string;
  /** Empty for none. */
  readonly campaign_id: string;
}

const numberText = (value: number | null | undefined): string => value?.toString() ?? '';

/** @param campaignId of a new batch. */
export const batchDraft = (batch: CodeBatch | undefined, campaignId = ''): BatchDraft => ({
  kind: batch?.kind ?? 'SHARED',
  name: batch?.name ?? '',
  key: batch?.key ?? '',
  code: '',
  count: '1000',
  prefix: batch?.prefix ?? '',
  max_per_code: batch ? numberText(batch.max_per_code) : '',
  max_total: numberText(batch?.max_total),
  max_per_participant: batch ? numberText(batch.max_per_participant) : '1',
  active_from: batch?.active_from ?? '',
  active_to: batch?.active_to ?? '',
  condition: batch?.condition ?? '',
  exclusive_group: batch?.exclusive_group ?? '',
  priority: numberText(batch?.priority ?? 0),
  campaign_id: batch?.campaign_id ?? campaignId,
});

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** The fields that may change after creation. */
export const termsOf = (draft: BatchDraft) => ({
  name: draft.name.trim(),
  max_total: numberOf(draft.max_total),
  max_per_participant: numberOf(draft.max_per_participant),
  active_from: draft.active_from || null,
  active_to: draft.active_to || null,
  condition: draft.condition.trim() || null,
  exclusive_group: draft.exclusive_group.trim() || null,
  priority: numberOf(draft.priority) ?? 0,
});

/** Only what a batch of its kind has. */
export const newBatchOf = (programId: string, draft: BatchDraft): CreateCodeBatch => ({
  ...termsOf(draft),
  program_id: programId,
  key: keyOf(draft),
  kind: draft.kind,
  status: 'ACTIVE',
  ...(draft.campaign_id === '' ? {} : { campaign_id: draft.campaign_id }),
  ...(draft.max_per_code.trim() === '' ? {} : { max_per_code: Number(draft.max_per_code) }),
  ...(draft.kind === 'SHARED' ? { code: draft.code } : {}),
  ...(draft.kind === 'UNIQUE' ? { count: Number(draft.count), prefix: draft.prefix } : {}),
});

const KEY_LENGTH = 63;

/** The key as it is written, or else made of the name. */
export const keyOf = ({ key, name }: Pick<BatchDraft, 'key' | 'name'>): string =>
  key.trim() ||
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, KEY_LENGTH);
