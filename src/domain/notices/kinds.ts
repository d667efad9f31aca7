/**
 * Defines the kinds of notices, and what a setting of each kind says: when there is something to tell; and names their causes, the same for the same cause, and
 * different for any two. The statements that find causes write them alike.
 */

export const NOTICE_KINDS = [
  'VALUE_EXPIRES',
  'TIER_AT_RISK',
  'TIER_NEARLY_REACHED',
  'CHALLENGE_ENDS',
  'RESERVATION_EXPIRES',
  'REWARD_UNUSED',
  'INACTIVE',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const NOTICE_SETTING_STATUSES = ['ACTIVE', 'PAUSED', 'ARCHIVED'] as const;
export type NoticeSettingStatus = (typeof NOTICE_SETTING_STATUSES)[number];

/** How far ahead or behind days may lie. */
export const MOST_NOTICE_DAYS = 366;
/** How long before its end a reservation may be told of: a week. */
export const MOST_NOTICE_MINUTES = 7 * 24 * 60;

interface ValueTerms {
  readonly kind: 'VALUE_EXPIRES';
  readonly days_before: number;
  /** Null: every asset. */
  readonly asset_id: string | null;
  /** Of one asset, as a decimal string; null: any amount. */
  readonly min_amount: string | null;
}

interface AtRiskTerms {
  readonly kind: 'TIER_AT_RISK';
  readonly days_before: number;
  /** Key of the tier; null: every tier of the program. */
  readonly tier: string | null;
}

interface NearlyTerms {
  readonly kind: 'TIER_NEARLY_REACHED';
  readonly percent: number;
  readonly tier: string | null;
}

interface ChallengeTerms {
  readonly kind: 'CHALLENGE_ENDS';
  readonly days_before: number;
  /** Key of the challenge; null: every challenge of the program. */
  readonly challenge: string | null;
}

interface ReservationTerms {
  readonly kind: 'RESERVATION_EXPIRES';
  readonly minutes_before: number;
}

interface UnusedTerms {
  readonly kind: 'REWARD_UNUSED';
  readonly days_after: number;
}

interface InactiveTerms {
  readonly kind: 'INACTIVE';
  readonly days: number;
}

export type NoticeTerms = ValueTerms | AtRiskTerms | NearlyTerms | ChallengeTerms | ReservationTerms | UnusedTerms | InactiveTerms;
export type TermsOf<K extends NoticeKind> = Extract<NoticeTerms, { readonly kind: K }>;

/** The `type` of the event that each kind makes, by which rules answer. */
export const NOTICE_EVENTS: Readonly<Record<NoticeKind, string>> = {
  VALUE_EXPIRES: 'notice.value_expires',
  TIER_AT_RISK: 'notice.tier_at_risk',
  TIER_NEARLY_REACHED: 'notice.tier_nearly_reached',
  CHALLENGE_ENDS: 'notice.challenge_ends',
  RESERVATION_EXPIRES: 'notice.reservation_expires',
  REWARD_UNUSED: 'notice.reward_unused',
  INACTIVE: 'notice.inactive',
};

/** The level that somebody has, or would reach. */
interface OfLevel {
  readonly participantId: string;
  readonly tier: string;
  readonly level: string;
}

export const atRiskCause = ({ participantId, tier, level }: OfLevel, endsAt: Date): string =>
  `tier:${participantId}:${tier}:${level}:${endsAt.toISOString()}`;

export const challengeCause = (
  { participantId, challengeId }: { readonly participantId: string; readonly challengeId: string },
  endsAt: Date,
): string => `challenge:${participantId}:${challengeId}:${endsAt.toISOString()}`;

/** @param period the end of the qualification period; null: there is none. */
export const nearlyCause = ({ participantId, tier, level }: OfLevel, period: Date | null): string =>
  `nearly:${participantId}:${tier}:${level}:${period?.toISOString() ?? 'always'}`;
