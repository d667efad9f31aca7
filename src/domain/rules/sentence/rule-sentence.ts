/** Puts a rule into one plain sentence: when it applies, what it does, and within which limits. The same rule always has the same sentence. */
import type { ActionSource } from '../actions/catalog';
import type { BudgetSource } from '../budget';
import { actionWords, UNKNOWN_ASSET, type SymbolOf } from './action-words';
import { conditionWords } from './condition-words';
import { limitWords } from './limit-words';
import { listed } from './phrases';
import { momentWords } from './time-words';

export interface SpokenRule {
  readonly condition: string;
  readonly actions: readonly ActionSource[];
  readonly budgets: readonly BudgetSource[];
  readonly stop_after_match: boolean;
  /** The first instant at which it is active, and the first at which it no longer is. */
  readonly active_from: Date | string | null;
  readonly active_to: Date | string | null;
}

/** @param symbolOf the symbol of an asset; undefined for one that is not known. */
export function ruleSentence(rule: SpokenRule, symbolOf: SymbolOf): string {
  const { condition, actions, budgets, stop_after_match } = rule;
  const limits = budgets.length === 0 ? '' : `, ${limitsWords(budgets, symbolOf)}`;
  const stops = stop_after_match ? ` ${STOPS}` : '';
  const active = windowWords(rule);
  return `${whenWords(condition)}, ${actionsWords(actions, symbolOf)}${limits}.${stops}${active === null ? '' : ` The rule applies ${active}.`}`;
}

const STOPS = 'Later rules of its set are then skipped.';

/** `When type is “purchase”`. */
export function whenWords(condition: string): string {
  const when = conditionWords(condition);
  if (when === null) return 'For every event';
  if (when === 'never') return 'For no event';
  return when.startsWith('for ') ? `When, ${when}` : `When ${when}`;
}

/** `gives 10 PTS to the participant and adds the tag “buyer” to the participant`. */
export function actionsWords(actions: readonly ActionSource[], symbolOf: SymbolOf): string {
  const clauses = actions.map((action) => actionWords(action, symbolOf));
  if (clauses.length === 0) return 'does nothing';
  // What one clause lists within itself would run into the next one.
  const runsOn = clauses.slice(0, -1).some((clause) => /, which | and /.test(clause));
  return runsOn ? `${clauses.slice(0, -1).join(', ')}, and ${clauses.at(-1)}` : listed(clauses);
}

/** `at most 100 EUR a month for each participant and at most 5000 EUR in all`. */
export const limitsWords = (budgets: readonly BudgetSource[], symbolOf: SymbolOf): string =>
  listed(budgets.map((budget) => `at most ${limitWords(budget, symbolOf(budget.asset_id) ?? UNKNOWN_ASSET)}`));

/** `from December 1, 2026 at 00:00 UTC until …`; null for a rule that is always active. */
export function windowWords({ active_from, active_to }: Pick<SpokenRule, 'active_from' | 'active_to'>): string | null {
  const parts = [active_from && `from ${momentWords(textOf(active_from))}`, active_to && `until ${momentWords(textOf(active_to))}`];
  const told = parts.filter((part) => part !== null && part !== '');
  return told.length === 0 ? null : told.join(' ');
}

const textOf = (time: Date | string): string => (typeof time === 'string' ? time : time.toISOString());
