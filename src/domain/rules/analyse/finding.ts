/** Defines the findings of rule analysis, which never block, and what they are derived from. */
import type { CompiledRule } from '../rule';
import type { StateKind, StateScope } from '../references';

export const FINDING_CODES = {
  unknown_state_key: 'the rule reads a counter, attribute, tag, tier or balance that no rule of the program sets and nobody has',
  unknown_member: 'the rule reads something of a participant, group or program that rules do not see, so that it can only end in ERROR',
  failing_rule: 'the rule, as it is saved, ended in ERROR for some of the latest events',
  referenced_event_field_never_observed: 'the rule reads a field that none of the sampled events of the last days has',
  unreachable_rule:
    'the rule can no longer match: its active window or that of its campaign is over, or an earlier rule of its set always matches first and stops the set',
  double_credit: 'another active rule credits the same asset to the same target for the same event',
  constant_condition: 'the condition is always true, or can never be true',
  unmovable_amount: 'the amount of an action can never be moved, whatever the event: it is always 0 or less, or always too large',
  unbudgeted_issuance:
    'one event can credit any amount of an asset that is issued without limit, and no budget of the rule or its campaign stops it',
  event_cycle: 'events that the rule creates can make it match again, directly or through other rules',
  archived_tier: 'the rule names a tier that is archived',
  archived_asset: 'the rule names an asset that is archived',
} as const;
export type FindingCode = keyof typeof FINDING_CODES;

export const FINDING_KINDS = [
  'counter',
  'attribute',
  'tag',
  'tier',
  'balance',
  'member',
  'event_field',
  'rule',
  'condition',
  'action',
  'asset',
  'event',
] as const;
export const FINDING_SCOPES = ['participant', 'recipient', 'program', 'group', 'code', 'event', 'rule_set'] as const;

/** A rule to be analysed: a stored one, or a draft that has no id yet. */
export interface AnalysedRule {
  readonly ruleId: string | null;
  readonly ruleSetId: string | null;
  /** Its reference in a draft configuration, chosen by the author. */
  readonly clientRef: string | null;
  readonly rule: CompiledRule;
}

export interface Observation {
  readonly code: FindingCode;
  readonly message: string;
  readonly kind: (typeof FINDING_KINDS)[number] | null;
  readonly scope: (typeof FINDING_SCOPES)[number] | null;
  readonly key: string | null;
  /** What was probably meant. */
  readonly suggestion: string | null;
}

/** An observation and the rule that it is about. */
export interface Finding extends Observation {
  readonly ruleId: string | null;
  readonly ruleSetId: string | null;
  readonly clientRef: string | null;
}

export interface KnownAsset {
  readonly symbol: string;
  readonly scale: number;
  readonly archived: boolean;
  /** Whether nothing outside the rules limits how much one event can issue. */
  readonly unlimited: boolean;
}

/** Which keys of state exist; `recipient` has those of `participant`. */
export type KnownKeys = Readonly<
  Record<Exclude<StateScope, 'recipient'>, Readonly<Record<Exclude<StateKind, 'tier' | 'balance'>, ReadonlySet<string>>>>
>;

/** How a rule, in the version that is saved, fared with the latest events. */
interface RuleFailures {
  /** Events that it was evaluated for. */
  readonly evaluated: number;
  /** Those for which it ended in ERROR. */
  readonly failed: number;
  /** Of the latest of them. */
  readonly reason: string;
}

/** What a program's rules are analysed against. */
export interface AnalysisSurroundings {
  /** The organization's current time. */
  readonly now: Date;
  /** Those linked to the program, by id. */
  readonly assets: ReadonlyMap<string, KnownAsset>;
  /** Those of the program, by key. */
  readonly tiers: ReadonlyMap<string, { readonly archived: boolean }>;
  readonly keys: KnownKeys;
  /** Of the rules that failed lately, by their id. */
  readonly failures: ReadonlyMap<string, RuleFailures>;
  /** The fields of a sample of recent events; null when there is no sample. */
  readonly observed: { readonly paths: ReadonlySet<string>; readonly sampleSize: number } | null;
}

/** All rules of a program in evaluation order, and what they are analysed against. */
export interface Analysis {
  readonly rules: readonly AnalysedRule[];
  readonly surroundings: AnalysisSurroundings;
}

/** How a message names a rule. */
export const nameOf = ({ rule }: AnalysedRule): string => `"${rule.name}"`;
