/**
 * Defines the terms under which the rules of a campaign run together: when, for whom, how much at most in all, and whether at all; and the key by which
 * documents name it.
 */
import type { BudgetSource } from '@/domain/rules/budget';
import { storedTime } from '@/domain/timestamp';

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

const LONGEST = 90;

/** `spring-bonus` for “Spring bonus!”, and `spring-bonus-2` if that is taken. @param taken the keys of the other sets of the program. */
export function keyFromName(name: string, taken: ReadonlySet<string>): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LONGEST);
  const key = /^[a-z]/.test(words) ? words : ['campaign', words].filter((part) => part !== '').join('-');
  if (!taken.has(key)) return key;
  for (let number = 2; ; number += 1) if (!taken.has(`${key}-${number}`)) return `${key}-${number}`;
}
