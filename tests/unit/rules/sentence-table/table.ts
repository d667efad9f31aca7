/** Writes the page of rules and their sentences: what is written, and what the code says of it. */
import { automationSentence, type SpokenAutomation } from '@/domain/automations/automation-sentence';
import { rewardSentence } from '@/domain/redemptions/reward-sentence';
import type { ActionSource } from '@/domain/rules/actions/catalog';
import { budgetSentence } from '@/domain/rules/sentence/limit-words';
import { ruleSentence, type SpokenRule } from '@/domain/rules/sentence/rule-sentence';
import { levelSentence, tierSentence } from '@/domain/tiers/tier-sentence';
import { ACTIONS, CREDIT, LIMITS, WHOLES } from './actions';
import { AMOUNTS, CREDITS } from './amounts';
import { CONDITIONS } from './conditions';
import { AUTOMATIONS, LEVELS, LIFECYCLES, REWARDS } from './others';

const SYMBOLS: Readonly<Record<string, string>> = { points: 'PTS', euros: 'EUR' };
export const symbolOf = (id: string): string | undefined => SYMBOLS[id];

const rule = (changes: Partial<SpokenRule>): SpokenRule => ({
  condition: 'event.type == "purchase"',
  actions: [CREDIT],
  budgets: [],
  stop_after_match: false,
  active_from: null,
  active_to: null,
  ...changes,
});

interface Row {
  readonly written: string;
  readonly sentence: string;
}

const said = (written: string, changes: Partial<SpokenRule>): Row => ({ written, sentence: ruleSentence(rule(changes), symbolOf) });

function actionText(action: ActionSource): string {
  const { type, ...fields } = action;
  const told = Object.entries(fields).filter(([name]) => name !== 'asset_id' && name !== 'payload');
  return [type, ...told.map(([name, value]) => `${name}: ${name === 'target' ? targetText(action) : JSON.stringify(value)}`)].join(', ');
}

const targetText = ({ target }: ActionSource): string => target.type;

const automationText = ({ trigger, scope, participant_filter, guard_condition }: SpokenAutomation): string =>
  [
    trigger.type,
    trigger.cron_expression,
    trigger.run_at?.toISOString(),
    scope,
    participant_filter,
    guard_condition && `guard: ${guard_condition}`,
  ]
    .filter(Boolean)
    .join(', ');

const ladder = Object.values(LEVELS).slice(0, 1);

/** By heading. */
export const RULES: Readonly<Record<string, readonly Row[]>> = {
  ...Object.fromEntries(
    Object.entries(CONDITIONS).map(([title, conditions]) => [title, conditions.map((condition) => said(condition, { condition }))]),
  ),
  'How much a rule gives': AMOUNTS.map((amount) => said(amount, { actions: [{ ...CREDIT, amount }] })),
  'To whom, and for how long': Object.entries(CREDITS).map(([text, changes]) => said(text, { actions: [{ ...CREDIT, ...changes }] })),
  'What else a rule does': ACTIONS.map((action) => said(actionText(action), { actions: [action] })),
  'Within which limits': LIMITS.map((budget) => said(limitText(budget), { budgets: [budget] })),
  'Rules as a whole': Object.entries(WHOLES).map(([text, changes]) => said(text, changes)),
};

function limitText({ scope, limit, schedule_type, cron_expression, interval }: (typeof LIMITS)[number]): string {
  return [scope, limit, schedule_type, cron_expression, interval].filter(Boolean).join(', ');
}

export const OTHERS: Readonly<Record<string, readonly Row[]>> = {
  Budgets: LIMITS.map((budget) => ({ written: limitText(budget), sentence: budgetSentence(budget, symbolOf(budget.asset_id) ?? '') })),
  Automations: Object.values(AUTOMATIONS).map((automation) => ({
    written: automationText(automation),
    sentence: automationSentence(automation),
  })),
  'Levels of tiers': Object.entries(LEVELS).map(([written, level]) => ({ written, sentence: levelSentence(level) })),
  'How long levels last': Object.entries(LIFECYCLES).map(([written, lifecycle]) => ({
    written,
    sentence: tierSentence({ levels: ladder, lifecycle }),
  })),
  Rewards: Object.entries(REWARDS).map(([written, reward]) => ({ written, sentence: rewardSentence(reward, 'PTS') })),
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

const section = ([title, rows]: [string, readonly Row[]]): string =>
  [
    `## ${title}`,
    '',
    '| Written | In words |',
    '|---|---|',
    ...rows.map(({ written, sentence }) => `| \`${cell(written)}\` | ${cell(sentence)} |`),
  ].join('\n');

const INTRODUCTION = `# Rules in words

Every rule, budget, automation, level, tier and reward has one plain sentence, made by one function from what is written, and the same for the same.
This page shows ${Object.values(RULES).flat().length} rules and what is said of them. A test writes it and fails when it differs, so that a change of words is read before it
is made: \`npx vitest run --config tests/vitest.config.ts tests/unit/rules/sentence-table -u\`.

Unless something else is written, a rule gives 10 PTS for a purchase.`;

export const page = (): string => [INTRODUCTION, ...Object.entries({ ...RULES, ...OTHERS }).map(section)].join('\n\n') + '\n';
