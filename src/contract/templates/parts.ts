/** Builds the parts of templates, each with every setting that its export has. */
import type { ProgramConfiguration } from '../program-configuration';

type Part<Kind extends 'assets' | 'rewards' | 'rule_sets' | 'automations' | 'tiers'> = ProgramConfiguration[Kind][number];
type Rule = Part<'rule_sets'>['rules'][number];
type Action = Rule['actions'][number];

/** What no template has. */
export const NO_OTHERS: Pick<
  ProgramConfiguration,
  'challenges' | 'notices' | 'referral_programs' | 'code_batches' | 'leaderboards' | 'skipped'
> = {
  challenges: [],
  notices: [],
  referral_programs: [],
  code_batches: [],
  leaderboards: [],
  skipped: [],
};

export const settings = (description: string): ProgramConfiguration['program'] => ({
  description,
  on_unknown_participant: 'CREATE',
  redemption_ttl: '90d',
  redemption_target: 'SYSTEM_REDEMPTION',
  timezone: 'UTC',
});

/** An asset that needs no funding. */
export const asset = (
  name: string,
  symbol: string,
  { scale, inventory_mode }: Pick<Part<'assets'>, 'scale' | 'inventory_mode'>,
): Part<'assets'> => ({ name, symbol, scale, inventory_mode, issuance_policy: 'UNLIMITED', max_transaction_amount: null });

/** Names the order of an event in a description; events without an `order_id` earn all the same. */
export const order = (before: string, otherwise: string): string =>
  `{{ has(event.order_id) ? "${before}" + string(event.order_id) : "${otherwise}" }}`;

interface RuleWords {
  readonly ref: string;
  readonly name: string;
  /** What it does, in a sentence for people. */
  readonly words: string;
  readonly when: string;
}

type Example = Rule['examples'][number];
type Given = Pick<Example, 'state'> & { readonly data: Example['event']['event_data'] };

/** An example that is kept with a rule: for this event it does exactly this. */
export const gives = (name: string, { data, ...state }: Given, effects: Example['expects']['effects']): Example => ({
  name,
  event: { event_data: data },
  ...state,
  expects: { matched: true, effects },
});

export const givesNothing = (name: string, { data, ...state }: Given): Example => ({
  name,
  event: { event_data: data },
  ...state,
  expects: { matched: false, effects: [] },
});

export const rule = (
  { ref, name, words, when }: RuleWords,
  actions: Action[],
  { budgets = [], examples = [] }: Partial<Pick<Rule, 'budgets' | 'examples'>> = {},
): Rule => ({
  client_ref: ref,
  name,
  description: words,
  condition: when,
  actions,
  budgets,
  active_from: null,
  active_to: null,
  status: 'ACTIVE',
  stop_after_match: false,
  examples,
});

export const ruleSet = (key: string, name: string, rules: Rule[]): Part<'rule_sets'> => ({ client_ref: key, key, name, rules });

/** A budget that resets every month. */
export const monthly = (symbol: string, scope: 'PROGRAM' | 'PARTICIPANT', limit: string): Rule['budgets'][number] => ({
  asset: symbol,
  scope,
  limit,
  schedule_type: 'CRON',
  cron_expression: '0 0 1 * *',
});

export const lifetime = (symbol: string, scope: 'PROGRAM' | 'PARTICIPANT', limit: string): Rule['budgets'][number] => ({
  asset: symbol,
  scope,
  limit,
  schedule_type: null,
});

const anytime = { status: 'ACTIVE', max_total: null, max_per_participant: null, available_from: null, available_until: null } as const;

/** A reward that costs `cost` each. */
export const item = (name: string, symbol: string, cost: string, description: string): Part<'rewards'> => ({
  name,
  asset: symbol,
  description,
  category: null,
  image_url: null,
  metadata: {},
  redemption_type: 'UNIT_BASED',
  unit_cost: cost,
  ...anytime,
});

/** A reward for any amount. */
export const anyAmount = (name: string, symbol: string, description: string): Part<'rewards'> => ({
  ...item(name, symbol, '', description),
  redemption_type: 'AMOUNT_BASED',
  unit_cost: null,
});

export const ACTOR = { type: 'ACTOR' } as const;
