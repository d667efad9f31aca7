/** Lists the types, statuses and limits of domain records on their own, so that a page can import them without the code behind them. */

export const ENTRY_TYPES = [
  'CREDIT',
  'DEBIT',
  'HOLD',
  'RELEASE',
  'SETTLE',
  'VOID',
  'FORFEIT',
  'TAKE_BACK',
  'MATURE',
  'EXPIRE',
  'FUND',
  'BURN',
  'REDEEM',
  'CAPTURE',
  'REVERSE',
  'TRANSFER',
  'CORRECTION',
] as const;

export const BUCKETS = ['AVAILABLE', 'HELD', 'DEFERRED'] as const;
/** What a debit does when there is too little. */
export const SHORTFALL_POLICIES = ['REJECT', 'PARTIAL', 'ALLOW_NEGATIVE'] as const;

export const TIER_STATUSES = ['ACTIVE', 'ARCHIVED'] as const;

export const REWARD_STATUSES = ['DRAFT', 'ACTIVE', 'OUT_OF_STOCK', 'ARCHIVED'] as const;
export type RewardStatus = (typeof REWARD_STATUSES)[number];

/** The status changes that a person may make; running out of stock and regaining it make the others. */
export const REWARD_MOVES: Readonly<Record<RewardStatus, readonly RewardStatus[]>> = {
  DRAFT: ['ACTIVE', 'ARCHIVED'],
  ACTIVE: ['OUT_OF_STOCK', 'ARCHIVED'],
  OUT_OF_STOCK: ['ACTIVE', 'ARCHIVED'],
  ARCHIVED: [],
};

export const STATE_TYPES = ['TAG', 'ATTRIBUTE', 'COUNTER', 'TIER'] as const;

/** How long ago a closed period must have ended: every transaction that began before then has been committed. */
export const PERIOD_END_AGE_MS = 60_000;
