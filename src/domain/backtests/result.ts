/** Defines the result of a backtest as it is stored and returned; amounts are decimal strings in the scale of their asset. */
import type { BudgetScope } from '@/domain/rules/budget';
import type { RuleVerdict } from '@/domain/rules/evaluate';

/** What actually happened, what the tried rules would have done, and the latter minus the former. */
export interface Compared {
  readonly actual: string;
  readonly backtest: string;
  readonly difference: string;
}

export type ComparedAsset = Compared & { readonly asset_id: string };

/** How the outcome of an event compares with its actual one. */
export const EVENT_COMPARISONS = ['SAME', 'CHANGED', 'ADDED', 'REMOVED', 'NEWLY_FAILED', 'NO_LONGER_FAILED'] as const;
export type EventComparison = (typeof EVENT_COMPARISONS)[number];

export interface ComparedRule {
  readonly rule_id: string;
  readonly name: string;
  readonly client_ref: string | null;
  /** Whether it is one of the tried rules. */
  readonly tried: boolean;
  /** How many events got each of its verdicts in the backtest. */
  readonly verdicts: Readonly<Partial<Record<RuleVerdict, number>>>;
  readonly assets: readonly ComparedAsset[];
}

/** The total use of one budget in the period that the end of the window lies in. */
export type ComparedBudget = ComparedAsset & {
  /** Null for a budget of a campaign. */
  readonly rule_id: string | null;
  /** Null for a budget of a rule; absent in results from before there were campaigns. */
  readonly campaign?: { readonly id: string; readonly name: string } | null;
  readonly scope: BudgetScope;
  readonly limit: string;
  readonly period_start: string;
};

export interface ComparedHolder {
  readonly type: 'PARTICIPANT' | 'GROUP';
  readonly id: string;
  readonly assets: readonly ComparedAsset[];
}

export interface ComparedEvent {
  readonly event_id: string;
  readonly participant_id: string | null;
  readonly comparison: EventComparison;
  readonly assets: readonly ComparedAsset[];
}

export interface BacktestResult {
  readonly events: { readonly total: number } & Readonly<Record<Lowercase<EventComparison>, number>>;
  /** What participants and groups gained from rules, net. */
  readonly assets: readonly (ComparedAsset & { readonly symbol: string })[];
  /** What the participants and groups concerned had at the end, in all buckets together. */
  readonly liability: readonly (ComparedAsset & { readonly symbol: string })[];
  readonly rules: readonly ComparedRule[];
  readonly budgets: readonly ComparedBudget[];
  /** How many differ, and those that differ most. */
  readonly holders: { readonly total: number; readonly differing: number; readonly top: readonly ComparedHolder[] };
  /** Those that differ most. */
  readonly top_events: readonly ComparedEvent[];
}
