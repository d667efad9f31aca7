/** Holds a referral program as its form edits it: every field as text, so that no input is lost. */
import type { ReferralProgram } from '@/contract/referral-program';
import { typesOf, typesText } from '@/components/challenges/challenge-draft';

export interface ReferralProgramDraft {
  readonly name: string;
  readonly key: string;
  /** Separated by commas. */
  readonly event_types: string;
  readonly condition: string;
  readonly within_days: string;
  readonly max_per_referrer: string;
  readonly steps: readonly number[];
  readonly code_prefix: string;
  /** API instants; empty for no bound. */
  readonly active_from: string;
  readonly active_to: string;
  /** Empty for none. */
  readonly campaign_id: string;
}

const numberText = (value: number | null | undefined): string => value?.toString() ?? '';
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

export const referralProgramDraft = (program: ReferralProgram | undefined): ReferralProgramDraft => ({
  name: program?.name ?? '',
  key: program?.key ?? '',
  event_types: typesText(program?.qualifies.event_types ?? []),
  condition: program?.qualifies.condition ?? '',
  within_days: program ? numberText(program.qualifies.within_days) : '30',
  max_per_referrer: numberText(program?.max_per_referrer),
  steps: program?.steps ?? [],
  code_prefix: program?.code_prefix ?? '',
  active_from: program?.active_from ?? '',
  active_to: program?.active_to ?? '',
  campaign_id: program?.campaign_id ?? '',
});

/** The fields that may change after creation. */
export const termsOf = (draft: ReferralProgramDraft) => ({
  name: draft.name.trim(),
  qualifies: {
    event_types: typesOf(draft.event_types),
    condition: draft.condition.trim() || null,
    within_days: numberOf(draft.within_days),
  },
  max_per_referrer: numberOf(draft.max_per_referrer),
  steps: [...draft.steps],
  code_prefix: draft.code_prefix,
  active_from: draft.active_from || null,
  active_to: draft.active_to || null,
});
