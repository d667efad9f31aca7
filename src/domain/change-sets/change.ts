/** The changes that a change set holds: of rules, of rule sets and of automations, each with what it was begun from. */
import type { ConfiguredRule, ConfiguredSet } from '@/domain/rules/configuration';
import type { AutomationContent, DraftedAutomation } from './automations';

export const CHANGE_SET_STATUSES = ['OPEN', 'SCHEDULED', 'PUBLISHED', 'REVERTED', 'DISCARDED'] as const;
export type ChangeSetStatus = (typeof CHANGE_SET_STATUSES)[number];

/** A rule without its names. */
export type RuleContent = Omit<ConfiguredRule, 'id' | 'client_ref'>;

/** A rule as it was when its change was begun. */
export interface BaseRule {
  readonly version: number;
  readonly rule: ConfiguredRule;
  readonly rule_set_id: string;
  /** From 1. */
  readonly order: number;
}

/** Where a rule is to stand. `rule_set_id` null: in its present set, or a new rule in the default set. `order` null: where it is, or last. */
interface WantedPlace {
  readonly rule_set_id: string | null;
  readonly order: number | null;
}

export interface CreatedRule extends WantedPlace {
  readonly type: 'CREATE_RULE';
  readonly id: string;
  readonly client_ref: string;
  readonly rule: RuleContent;
}

export interface UpdatedRule extends WantedPlace {
  readonly type: 'UPDATE_RULE';
  readonly id: string;
  readonly base: BaseRule;
  /** Only what differs from the base. */
  readonly rule: Partial<RuleContent>;
}

interface ArchivedRule {
  readonly type: 'ARCHIVE_RULE';
  readonly id: string;
  readonly base: BaseRule;
}

export type RuleChange = CreatedRule | UpdatedRule | ArchivedRule;

/** What a rule set has besides its rules and its reference. */
export type RuleSetContent = Pick<ConfiguredSet, 'key' | 'name' | 'campaign'>;

/** A rule set as it was when its change was begun. */
export interface BaseRuleSet {
  readonly set: RuleSetContent & Pick<ConfiguredSet, 'client_ref'>;
  /** From 1. */
  readonly order: number;
}

interface CreatedRuleSet {
  readonly type: 'CREATE_RULE_SET';
  readonly id: string;
  /** Null: its key, if no other set has that reference. */
  readonly client_ref: string | null;
  readonly set: RuleSetContent;
  /** Null: last. */
  readonly order: number | null;
}

interface UpdatedRuleSet {
  readonly type: 'UPDATE_RULE_SET';
  readonly id: string;
  readonly base: BaseRuleSet;
  /** Only what differs from the base. */
  readonly set: Partial<RuleSetContent>;
  /** Null: where it is. */
  readonly order: number | null;
}

interface DeletedRuleSet {
  readonly type: 'DELETE_RULE_SET';
  readonly id: string;
  readonly base: BaseRuleSet;
}

export type RuleSetChange = CreatedRuleSet | UpdatedRuleSet | DeletedRuleSet;

/** One for each rule, rule set or automation. */
export type DraftedChange = RuleChange | RuleSetChange | DraftedAutomation;

export const CHANGE_TYPES = [
  'CREATE_RULE',
  'UPDATE_RULE',
  'ARCHIVE_RULE',
  'CREATE_RULE_SET',
  'UPDATE_RULE_SET',
  'DELETE_RULE_SET',
  'CREATE_AUTOMATION',
  'UPDATE_AUTOMATION',
  'ARCHIVE_AUTOMATION',
] as const satisfies readonly DraftedChange['type'][];

export const isOfRule = (change: DraftedChange): change is RuleChange =>
  change.type === 'CREATE_RULE' || change.type === 'UPDATE_RULE' || change.type === 'ARCHIVE_RULE';
export const isOfRuleSet = (change: DraftedChange): change is RuleSetChange =>
  change.type === 'CREATE_RULE_SET' || change.type === 'UPDATE_RULE_SET' || change.type === 'DELETE_RULE_SET';
export const isOfAutomation = (change: DraftedChange): change is DraftedAutomation => !isOfRule(change) && !isOfRuleSet(change);

export const CHANGES_MAX = 100;

/**
 * CHANGED: it is another one now. ARCHIVED: it is no longer there. SET_ARCHIVED: the set that a rule would stand in is not. ENDED: the automation
 * is completed, cancelled or archived.
 */
export const CONFLICT_REASONS = ['CHANGED', 'ARCHIVED', 'SET_ARCHIVED', 'ENDED'] as const;

/** What is live, by id, as far as a change set can change it. */
export interface LiveState {
  readonly rules: ReadonlyMap<string, BaseRule>;
  readonly sets: ReadonlyMap<string, BaseRuleSet>;
  /** Those that can still run. */
  readonly automations: ReadonlyMap<string, AutomationContent>;
}

/** The name after the change. */
export function nameOfChange(change: DraftedChange): string {
  switch (change.type) {
    case 'CREATE_RULE':
      return change.rule.name;
    case 'UPDATE_RULE':
      return change.rule.name ?? change.base.rule.name;
    case 'ARCHIVE_RULE':
      return change.base.rule.name;
    case 'CREATE_RULE_SET':
      return change.set.name;
    case 'UPDATE_RULE_SET':
      return change.set.name ?? change.base.set.name;
    case 'DELETE_RULE_SET':
      return change.base.set.name;
    case 'CREATE_AUTOMATION':
      return change.automation.name;
    case 'UPDATE_AUTOMATION':
      return change.automation.name ?? change.base.automation.name;
    case 'ARCHIVE_AUTOMATION':
      return change.base.automation.name;
  }
}
