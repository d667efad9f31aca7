/**
 * Places the draft of a rule among the rules of its program, to be tried on past events: without its active window, as if it had been there
 * all the time, as its campaign, and without its PROGRAM budgets, which are applied to the sums.
 */
import { present } from '@/domain/assert';
import type { CompiledCampaign } from '@/domain/campaigns/compiled';
import { parseDuration } from '@/domain/duration';
import { issues, realmOf } from '../actions/catalog';
import { Logic } from '../analyse/logic';
import { compileBudget, type CompiledBudget } from '../budget';
import { readingOf } from '../references';
import { conditionsOf, configurationOf, type CompiledRule, type RuleConfiguration } from '../rule';

export interface EstimateTrial {
  readonly draft: CompiledRule;
  /** The draft behind those rules of its set that can keep an event from it, each reduced to its condition. */
  readonly alone: RuleConfiguration;
  /** All active rules, without budgets, and the draft in its place among them. */
  readonly together: RuleConfiguration;
  /** At most one for each asset. */
  readonly programBudgets: readonly CompiledBudget[];
  /** Whether what a participant gets depends on what they got before. */
  readonly countsByParticipant: boolean;
  /** The values of `event.type` of which an event must have one for the draft to match; null when it may have any. */
  readonly eventTypes: readonly string[] | null;
}

/**
 * @param draft takes the place of the stored rule with its id, or the last one of its set.
 * @param from when the first event was received.
 */
export function trialOf(stored: RuleConfiguration, draft: CompiledRule, from: Date): EstimateTrial {
  const budgets = draft.budgets.map((budget) => since(from, budget, draft.createdAt));
  const [programBudgets, others] = [
    budgets.filter(({ source }) => source.scope === 'PROGRAM'),
    budgets.filter(({ source }) => source.scope !== 'PROGRAM'),
  ];
  const campaign = draft.campaign && openCampaign(draft.campaign);
  const tried: CompiledRule = { ...draft, status: 'ACTIVE', activeFrom: null, activeTo: null, budgets: others, campaign };
  const rules = placed(stored.rules, tried)
    .filter(({ status }) => status === 'ACTIVE')
    .map((rule) => (rule !== tried && rule.campaign && rule.campaign.id === campaign?.id ? { ...rule, campaign } : rule));
  const stoppers = rules
    .slice(0, rules.indexOf(tried))
    .filter(({ ruleSetId, stopAfterMatch }) => stopAfterMatch && ruleSetId === tried.ruleSetId);
  const types = Logic.of(tried.condition).eventTypes;
  return {
    draft: tried,
    alone: configurationOf(stored.version, [...stoppers.map(conditionOf), tried]),
    together: configurationOf(
      stored.version,
      rules.map((rule) => (rule === tried ? rule : { ...rule, budgets: [], campaign: rule.campaign && { ...rule.campaign, budgets: [] } })),
    ),
    programBudgets,
    countsByParticipant: others.length > 0,
    eventTypes: types && [...types].sort(),
  };
}

/** The campaign as if it ran all the time, without its budgets, which other rules share. */
const openCampaign = (campaign: CompiledCampaign): CompiledCampaign => ({
  ...campaign,
  terms: { ...campaign.terms, status: 'ACTIVE' },
  startsAt: null,
  endsAt: null,
  budgets: [],
});

/** The budget with its intervals counted back from the creation of the rule, where that is later than the first event. */
function since(from: Date, budget: CompiledBudget, createdAt: Date): CompiledBudget {
  const { schedule_type, interval = '' } = budget.source;
  if (schedule_type !== 'INTERVAL' || createdAt <= from) return budget;
  const length = present(parseDuration(interval), 'a budget by interval has a duration');
  const back = Math.ceil((createdAt.getTime() - from.getTime()) / length) * length;
  return compileBudget(budget.source, new Date(createdAt.getTime() - back));
}

function placed(rules: readonly CompiledRule[], draft: CompiledRule): CompiledRule[] {
  if (rules.some(({ id }) => id === draft.id)) return rules.map((rule) => (rule.id === draft.id ? draft : rule));
  const after = rules.findLastIndex(({ ruleSetId }) => ruleSetId === draft.ruleSetId);
  return after < 0 ? [...rules, draft] : rules.toSpliced(after + 1, 0, draft);
}

const conditionOf = (rule: CompiledRule): CompiledRule => ({
  ...rule,
  actions: [],
  budgets: [],
  expressions: conditionsOf(rule),
});

/** What has to be loaded of the people of an event before the rules can run on it. */
interface PresentNeeds {
  /** Whether anything of participants, groups or the program is read or changed. */
  readonly state: boolean;
  /** Whether balances are read, or moved by anything but credits. */
  readonly balances: boolean;
}

export function presentNeedsOf({ rules, needs }: RuleConfiguration): PresentNeeds {
  const { roots, kinds } = readingOf(rules.flatMap(({ expressions }) => expressions));
  const actions = rules.flatMap((rule) => rule.actions.map(({ source }) => source));
  return {
    state: SUBJECTS.some((root) => roots.has(root)) || needs.changes.size > 0,
    balances: kinds.has('balance') || actions.some((source) => realmOf(source) === 'BALANCES' && !issues(source)),
  };
}

const SUBJECTS = ['participant', 'recipient', 'groups', 'program'];
