/** Holds a backtest as its form edits it, the rules to try and the window, and builds the request from it. */
import type { RuleConfigurationResource } from '@/contract/rule-configuration';
import type { RuleConfigurationVersionDetail } from '@/contract/rule-configuration-version';
import { fromLocalInput, toLocalInput } from '@/components/ui/local-time';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** How many days back each window reaches; CHOSEN has explicit limits. */
export const WINDOW_DAYS = { '7': 7, '30': 30, '90': 90, CHOSEN: null } as const;
type WindowChoice = keyof typeof WINDOW_DAYS;

/** The current rules, those of an earlier version, or those in a document. */
export const TRIED = ['PRESENT', 'VERSION', 'DOCUMENT'] as const;
export type Tried = (typeof TRIED)[number];

export interface BacktestDraft {
  readonly window: WindowChoice;
  /** In the format of `datetime-local` fields. */
  readonly from: string;
  readonly to: string;
  readonly tried: Tried;
  /** Empty until chosen. */
  readonly version: string;
  readonly document: string;
}

/** @param now milliseconds on the organization's clock. */
export function emptyBacktest(now: number): BacktestDraft {
  const { from, to } = windowOf(30, now);
  return { window: '30', from: toLocalInput(from), to: toLocalInput(to), tried: 'PRESENT', version: '', document: '' };
}

/** The last `days` up to the current minute, so that a clock a few seconds ahead of the service's does no harm. */
export function windowOf(days: number, now: number): { from: string; to: string } {
  const end = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  return { from: new Date(end - days * DAY_MS).toISOString(), to: new Date(end).toISOString() };
}

/** The chosen window as instants; an invalid time is passed on for the API to refuse. */
export function chosenWindow({ window, from, to }: BacktestDraft, now: number): { from: string; to: string } {
  const days = WINDOW_DAYS[window];
  return days === null ? { from: fromLocalInput(from) ?? '', to: fromLocalInput(to) ?? '' } : windowOf(days, now);
}

/**
 * A kept version as a draft: what is still there keeps its identity, so that its budgets count on;
 * what was archived since comes back under the name that documents give it.
 */
export function versionDraft(kept: RuleConfigurationVersionDetail, present: RuleConfigurationResource): unknown {
  const sets = new Set(present.rule_sets.map(({ id }) => id));
  const rules = new Set(present.rule_sets.flatMap((set) => set.rules.map(({ id }) => id)));
  const named = <T extends { id: string; client_ref: string }>({ id, client_ref, ...rest }: T, known: ReadonlySet<string>) =>
    known.has(id) ? { ...rest, id } : { ...rest, client_ref };
  return {
    rule_sets: kept.rule_sets.map((set) => ({ ...named(set, sets), rules: set.rules.map((rule) => named(rule, rules)) })),
  };
}
