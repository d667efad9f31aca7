/** Says what an estimate takes for granted, so that nobody reads more into its figures than is there. */
import type { AssetTerms } from '@/domain/ledger/accounts';
import { namesIn } from '@/domain/fields';
import { issues } from '../actions/catalog';
import type { CompiledRule } from '../rule';
import { presentNeedsOf, type EstimateTrial } from './trial';

const ASSUMPTIONS = {
  RECEIVED_EVENTS: 'Counts events that were received in the window and have been processed.',
  ALWAYS_ACTIVE: 'The rule is tried as if it had been active all the time, whatever its dates.',
  RUNNING_CAMPAIGN:
    'The campaign of the rule is taken to run all the time, whatever its status and dates. Its budgets, which its rules share, are not applied.',
  PRESENT_STATE:
    'Tags, attributes, counters, tiers, groups and balances are taken as they are now. Each event is tried alone: what one event changes is not there for the next one.',
  STOPPED_SETS: 'An event that an earlier rule of the set stops does not reach the rule.',
  PROGRAM_BUDGETS:
    'Budgets of the program are applied to the sums, in order of time; periods of less than a day are taken together, day by day. What a budget gave before the window counts only where one period spans it all.',
  PARTICIPANT_BUDGETS:
    'Budgets of participants are applied to the events about each participant, one after the other, and begin unused. Events about nobody are left out.',
  NOTHING_EARNED:
    'What the rule would take back is not estimated: each event is tried as if nothing had been earned under its reference before.',
  FULL_WALLETS: 'Wallets are taken to hold enough.',
} as const;

type AssumptionCode = keyof typeof ASSUMPTIONS;
export const ASSUMPTION_CODES = namesIn(ASSUMPTIONS);

export interface Assumption {
  readonly code: AssumptionCode;
  readonly message: string;
}

/** @param rule the draft as written. */
export function assumptionsOf(rule: CompiledRule, trial: EstimateTrial, assets: ReadonlyMap<string, AssetTerms>): Assumption[] {
  const needs = presentNeedsOf(trial.alone);
  const credited = rule.actions.flatMap(({ source }) => (issues(source) ? (assets.get(source.asset_id) ?? []) : []));
  const made: Readonly<Record<AssumptionCode, boolean>> = {
    RECEIVED_EVENTS: true,
    ALWAYS_ACTIVE: rule.activeFrom !== null || rule.activeTo !== null || rule.status !== 'ACTIVE',
    RUNNING_CAMPAIGN: rule.campaign !== null,
    PRESENT_STATE: needs.state || needs.balances,
    STOPPED_SETS: trial.alone.rules.length > 1,
    PROGRAM_BUDGETS: trial.programBudgets.length > 0,
    PARTICIPANT_BUDGETS: trial.countsByParticipant,
    NOTHING_EARNED: trial.alone.needs.takenBackUnder.length > 0,
    FULL_WALLETS: credited.some(({ issuancePolicy }) => issuancePolicy === 'PREFUNDED'),
  };
  return ASSUMPTION_CODES.filter((code) => made[code]).map((code) => ({ code, message: ASSUMPTIONS[code] }));
}
