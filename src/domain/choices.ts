/** What records of the domain can be, as plain lists: a page can have them without the decisions, and the library, behind those. */

export const ENTRY_TYPES = [
  'CREDIT',
  'DEBIT',
  'HOLD',
  'RELEASE',
  'SETTLE',
  'VOID',
  'FORFEIT',
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

export const TIER_STATUSES = ['ACTIVE', 'ARCHIVED'] as const;

export const REWARD_STATUSES = ['DRAFT', 'ACTIVE', 'OUT_OF_STOCK', 'ARCHIVED'] as const;
export type RewardStatus = (typeof REWARD_STATUSES)[number];

/** What a person may make of a reward; using its stock up and getting it back does the rest. */
export const REWARD_MOVES: Readonly<Record<RewardStatus, readonly RewardStatus[]>> = {
  DRAFT: ['ACTIVE', 'ARCHIVED'],
  ACTIVE: ['OUT_OF_STOCK', 'ARCHIVED'],
  OUT_OF_STOCK: ['ACTIVE', 'ARCHIVED'],
  ARCHIVED: [],
};

export const STATE_TYPES = ['TAG', 'ATTRIBUTE', 'COUNTER', 'TIER'] as const;
