/** Lists the values of enumerated fields, and limits, on their own, so that a page can import them without the schema library. */

export const PROGRAM_STATUSES = ['ACTIVE', 'SUSPENDED', 'ARCHIVED'] as const;
export const ASSET_STATUSES = ['ACTIVE', 'ARCHIVED'] as const;
export const PARTICIPANT_STATUSES = ['ACTIVE', 'SUSPENDED', 'CLOSED'] as const;
export const RULE_STATUSES = ['ACTIVE', 'SUSPENDED', 'ARCHIVED'] as const;
export const BACKTEST_STATUSES = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
export const IMPORT_STATUSES = ['RECEIVING', 'QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
export const CORRECTION_STATUSES = ['PLANNED', 'POSTING', 'COMPLETED', 'CANCELLED'] as const;
export const CORRECTION_LINE_STATUSES = ['PENDING', 'POSTED', 'SKIPPED', 'FAILED'] as const;
export const EVENT_STATUSES = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'] as const;
export const VERIFICATION_STATUSES = ['RUNNING', 'PASSED', 'FAILED'] as const;
export const LEDGER_PERIOD_STATUSES = ['CLOSING', 'CLOSED', 'REOPENED'] as const;

export const WEBHOOK_ENDPOINT_STATUSES = ['ACTIVE', 'DISABLED', 'ARCHIVED'] as const;
export const WEBHOOK_DELIVERY_STATUSES = ['PENDING', 'SENDING', 'DELIVERED', 'FAILED'] as const;
/** How far back the health of an endpoint looks. */
export const HEALTH_PERIODS = ['24h', '7d'] as const;

export const REQUEST_METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
export const REQUEST_OUTCOMES = ['SUCCEEDED', 'FAILED'] as const;

/** How long a rotated key stays valid beside the new one. */
export const ROTATION_OVERLAPS = ['1h', '24h', '7d'] as const;

/** Length of a report's periods. */
export const GRANULARITIES = ['DAY', 'WEEK', 'MONTH'] as const;

export const TRANSFER_RECIPIENTS_MAX = 100;
/** Rows on a page of a list. */
export const PAGE_LIMIT_MAX = 200;
/** Characters of a tag. */
export const TAG_MAX = 64;
export const SHAPE_WINDOW_DAYS_DEFAULT = 7;

/** How far back the overview looks. */
export const OVERVIEW_PERIODS = ['24h', '7d', '30d', '90d', '12m'] as const;
export type OverviewPeriod = (typeof OVERVIEW_PERIODS)[number];

/** The kinds of entries that a timeline can be filtered by. */
export const TIMELINE_FILTERS = [
  'EVENT',
  'DECISION',
  'ENTRY',
  'REDEMPTION',
  'TRANSFER',
  'STATE',
  'CODE',
  'REFERRAL',
  'CHALLENGE',
  'LEADERBOARD',
  'NOTICE',
] as const;
export type TimelineFilter = (typeof TIMELINE_FILTERS)[number];

/** Of more reservations about to expire, the overview only tells that there are at least as many. */
export const EXPIRING_COUNTED = 1_000;
