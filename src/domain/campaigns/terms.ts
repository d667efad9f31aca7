/** Defines the terms under which the rules of a campaign run together: when, for whom, how much at most in all, and whether at all. */
import { storedTime } from '@/domain/timestamp';
import type { BudgetSource } from '@/domain/rules/budget';

export const STORED_CAMPAIGN_STATUSES = ['DRAFT', 'ACTIVE', 'PAUSED'] as const;

/** As written and stored with the rule set of the campaign. Times are RFC 3339 in UTC with milliseconds. */
export interface CampaignTerms {
  readonly description: string | null;
  /** The first instant at which it runs; null: from the beginning. */
  readonly starts_at: string | null;
  /** The first instant at which it no longer runs; null: without an end. */
  readonly ends_at: string | null;
  /** CEL over what a condition can read; null: everybody. */
  readonly audience: string | null;
  /** Limits on the credits of all of its rules together. */
  readonly budgets: readonly BudgetSource[];
  readonly status: (typeof STORED_CAMPAIGN_STATUSES)[number];
}

/** The terms as they come from outside; what is left out is as in a campaign without it. */
type SentTerms = {
  readonly [Field in 'description' | 'starts_at' | 'ends_at' | 'audience']?: CampaignTerms[Field] | undefined;
} & Pick<CampaignTerms, 'budgets' | 'status'>;

export const termsOf = ({ description = null, starts_at, ends_at, audience = null, budgets, status }: SentTerms): CampaignTerms => ({
  description,
  starts_at: storedTime(starts_at),
  ends_at: storedTime(ends_at),
  audience,
  budgets,
  status,
});
