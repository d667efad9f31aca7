/** What a backtest tries and over which time, as its form has it, and the request that comes of it. */
import type { RuleConfiguration } from '@/contract/rule-configuration';
import type { RuleConfigurationVersionDetail } from '@/contract/rule-configuration-version';
import { fromLocalInput, toLocalInput } from '@/components/ui/local-time';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** How far back a window reaches, by what it is called; CHOSEN has limits of its own. */
export const WINDOW_DAYS = { '7': 7, '30': 30, '90': 90, CHOSEN: null } as const;
export type WindowChoice = keyof typeof WINDOW_DAYS;

/** The rules as they are, as a version of them was, or as a document says. */
export const TRIED = ['PRESENT', 'VERSION', 'DOCUMENT'] as const;
export type Tried = (typeof TRIED)[number];

export interface BacktestDraft {
  readonly window: WindowChoice;
  /** As `datetime-local` fields have them. */
  readonly from: string;
  readonly to: string;
  readonly tried: Tried;
  /** Empty until one is chosen. */
  readonly version: string;
  readonly document: string;
}

/** @param now milliseconds on the organization's clock. */
export function emptyBacktest(now: number): BacktestDraft {
  const { from, to } = windowOf(30, now);
  return { window: '30', from: toLocalInput(from), to: toLocalInput(to), tried: 'PRESENT', version: '', document: '' };
}

/** The last days up to the present minute. A clock here that is ahead of the service's by seconds does no harm so. */
export function windowOf(days: number, now: number): { from: string; to: string } {
  const end = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  return { from: new Date(end - days * DAY_MS).toISOString(), to: new Date(end).toISOString() };
}

/** The chosen window as instants; what is no time is passed on for the API to refuse. */
export function chosenWindow({ window, from, to }: BacktestDraft, now: number): { from: string; to: string } {
  const days = WINDOW_DAYS[window];
  return days === null ? { from: fromLocalInput(from) ?? '', to: fromLocalInput(to) ?? '' } : windowOf(days, now);
}

/**
 * A kept version as a draft: what is still there keeps its identity, so that its budgets count on;
 * what was archived since comes back under the name that documents give it.
 */
export function versionDraft(kept: RuleConfigurationVersionDetail, present: RuleConfiguration): unknown {
  const sets = new Set(present.rule_sets.map(({ id }) => id));
  const rules = new Set(present.rule_sets.flatMap((set) => set.rules.map(({ id }) => id)));
  const named = <T extends { id: string; client_ref: string }>({ id, client_ref, ...rest }: T, known: ReadonlySet<string>) =>
    known.has(id) ? { ...rest, id } : { ...rest, client_ref };
  return {
    rule_sets: kept.rule_sets.map((set) => ({ ...named(set, sets), rules: set.rules.map((rule) => named(rule, rules)) })),
  };
}
