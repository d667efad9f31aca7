/** Provides tests of the rules engine with an activation, real payloads, and the cost budget that rules run under. */
import examples from '@octokit/webhooks-examples';
import type { JsonRecord, RuleActivation, RuleSubject } from '@/domain/rules/activation';
import { ruleBudget } from '@/domain/rules/cel/bounds';
import { RuleSyntaxError } from '@/domain/rules/cel/syntax-error';
import { compileCondition, evaluateCondition, type ConditionResult } from '@/domain/rules/condition';
import { compileTemplate, evaluateTemplate, type TemplateKind } from '@/domain/rules/template';

export const BUDGET = ruleBudget(() => performance.now());

/** The first example of a webhook, or the first with that action. */
export function webhook(name: string, action?: string): JsonRecord {
  const found = (examples as unknown as { name: string; examples: JsonRecord[] }[]).find((candidate) => candidate.name === name);
  const payload = found?.examples.find((example) => action === undefined || example.action === action);
  if (payload === undefined) throw new Error(`no example of ${name}`);
  return payload;
}

export const PARTICIPANT: RuleSubject = {
  id: '0b4f4a52-0000-4000-8000-000000000001',
  external_id: 'Codertocat',
  enrolled_at: new Date('2026-02-01T12:00:00.000Z'),
  tags: ['vip', 'beta'],
  attributes: { city: 'Berlin', age: 41, score: 1.5, nickname: null },
  counters: { visits: '3', points: '12.50', huge: '123456789012345678901234567890' },
  tiers: { status: { level: 'gold', rank: 2 } },
  balances: { PTS: { available: '10.50', held: '0.00', deferred: '1.00' } },
};

export function activation(event: JsonRecord, changes: Partial<RuleActivation> = {}): RuleActivation {
  return {
    event,
    now: new Date('2026-03-01T12:30:00.250Z'),
    participant: PARTICIPANT,
    recipient: null,
    program: {
      id: '0b4f4a52-0000-4000-8000-000000000002',
      timezone: 'UTC',
      tags: ['live'],
      attributes: { season: 'spring' },
      counters: { events: '7' },
      tiers: {},
    },
    groups: [
      {
        id: '0b4f4a52-0000-4000-8000-000000000003',
        name: 'Core',
        role: 'ADMIN',
        tags: ['core'],
        attributes: {},
        counters: { wins: '2' },
        tiers: {},
        balances: {},
      },
    ],
    codes: [],
    ...changes,
  };
}

export function condition(
  source: string,
  event: JsonRecord,
  changes: Partial<RuleActivation> = {},
  options?: { readonly trace: boolean | 'ALL' },
): ConditionResult {
  return evaluateCondition(compileCondition(source), activation(event, changes), BUDGET, options);
}

/** The outcome and its reason in one text, such as `ERROR event.x is absent`. */
export function verdict(source: string, event: JsonRecord, changes: Partial<RuleActivation> = {}): string {
  const { outcome, reason } = condition(source, event, changes);
  return reason === undefined ? outcome : `${outcome} ${reason}`;
}

/** A template's result, amounts as plain text; or its error after a `!`. */
export function render(source: string, kind: TemplateKind, event: JsonRecord, changes: Partial<RuleActivation> = {}): unknown {
  const given = activation(event, changes);
  if (kind === 'amount') {
    const amount = evaluateTemplate(compileTemplate(source, 'amount'), given, BUDGET);
    return amount.ok ? amount.value.toFixed() : `!${amount.reason}`;
  }
  const result = evaluateTemplate(compileTemplate(source, kind), given, BUDGET);
  return result.ok ? result.value : `!${result.reason}`;
}

/** The refusal of a source as `line:column message`, or undefined when it compiles. */
export function refusal(compile: () => unknown): string | undefined {
  try {
    compile();
    return undefined;
  } catch (error) {
    if (error instanceof RuleSyntaxError) return `${error.line}:${error.column} ${error.message}`;
    throw error;
  }
}
