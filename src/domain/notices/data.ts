/** Defines what a notice says: ids, amounts as decimal strings and times, all of it JSON, so that events and sentences can be made of it. */
import type { CriterionOperator } from '@/domain/tiers/tier';
import type { NoticeKind } from './kinds';

export type ExpiringValue = {
  readonly asset_id: string;
  /** Symbol of the asset. */
  readonly asset: string;
  readonly amount: string;
  /** When the first of it expires, and on which day of the program. */
  readonly first_expires_at: string;
  readonly first_on: string;
};

export type MissingCriterion = {
  readonly counter: string;
  readonly operator: CriterionOperator;
  readonly threshold: string;
  readonly value: string;
  /** How much more the counter has to read; null where more does not help. */
  readonly missing: string | null;
};

type LevelInQuestion = {
  readonly tier: string;
  readonly tier_name: string;
  readonly level: string;
  readonly level_name: string;
  /** What the counters do not read yet. */
  readonly missing: readonly MissingCriterion[];
  /** Whether all or any of it is missing; null where nothing can be counted for. */
  readonly needs: 'ALL' | 'ANY' | null;
};

interface NoticeDataByKind {
  /** What expires first also stands on its own. */
  readonly VALUE_EXPIRES: Omit<ExpiringValue, 'asset_id'> & { readonly values: readonly ExpiringValue[] };
  readonly TIER_AT_RISK: LevelInQuestion & {
    readonly ends_at: string;
    readonly ends_on: string;
    /** Until when it is kept nevertheless; null: not at all. */
    readonly kept_until: string | null;
    /** The level that would follow; null: none, or not yet. */
    readonly next_level: string | null;
  };
  readonly TIER_NEARLY_REACHED: LevelInQuestion & { readonly percent: string };
  readonly CHALLENGE_ENDS: {
    readonly challenge_id: string;
    /** Its key. */
    readonly challenge: string;
    readonly challenge_name: string;
    readonly period: string;
    readonly ends_at: string;
    /** The last day of the program on which events count. */
    readonly last_day: string;
    readonly progress: string;
    readonly target: string;
    readonly missing: string;
    readonly missing_sentence: string;
  };
  readonly RESERVATION_EXPIRES: {
    readonly decision_id: string | null;
    readonly redemption_id: string | null;
    readonly expires_at: string;
    readonly reward: string | null;
    readonly asset: string | null;
    readonly amount: string | null;
  };
  /** Of a gift card, what it is worth and when it was delivered; of a reward that is reserved, what it costs and since and until when. */
  readonly REWARD_UNUSED: {
    readonly redemption_id: string;
    readonly reward: string;
    readonly face_value_minor: number | null;
    readonly currency: string | null;
    readonly delivered_at: string | null;
    readonly delivered_on: string | null;
    readonly amount: string | null;
    readonly asset: string | null;
    readonly reserved_at: string | null;
    readonly reserved_on: string | null;
    readonly expires_at: string | null;
  };
  readonly INACTIVE: { readonly last_active_at: string; readonly last_active_on: string; readonly days: number };
}

export type NoticeData<K extends NoticeKind = NoticeKind> = { [Kind in K]: { readonly kind: Kind } & NoticeDataByKind[Kind] }[K];
