/** Whatever can be written has a sentence, always the same, and differences of sentences show every word of both. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TEMPLATES } from '@/contract/templates';
import { templateAutomationSentence, templateRuleSentence, templateTierSentence } from '@/contract/templates/sentences';
import { DEMO_RULES } from '@/demo/open-source';
import { celOf } from '@/domain/rules/blocks/write-cel';
import { ruleSentence, type SpokenRule } from '@/domain/rules/sentence/rule-sentence';
import { auditSummary } from '@/domain/audit-summary';
import { wordDifference } from '@/domain/word-difference';
import { block, expression } from './blocks/grammar';
import { ACTIONS, CREDIT, LIMITS } from './sentence-table/actions';
import { symbolOf } from './sentence-table/table';

const written = fc.oneof(expression, block.map(celOf));
const template = fc.oneof(
  written.map((source) => `{{ ${source} }}`),
  fc.string(),
  written.map((source) => `order-{{ ${source} }}`),
);
const rule: fc.Arbitrary<SpokenRule> = fc.record({
  condition: written,
  actions: fc.array(
    fc.oneof(
      fc.constantFrom(...ACTIONS),
      template.map((amount) => ({ ...CREDIT, amount })),
      template.map((value) => ({ type: 'SET_ATTRIBUTE' as const, key: 'k', value, target: { type: 'ACTOR' as const } })),
    ),
    { maxLength: 3 },
  ),
  budgets: fc.array(fc.constantFrom(...LIMITS), { maxLength: 2 }),
  stop_after_match: fc.boolean(),
  active_from: fc.option(fc.constantFrom('2026-12-01T00:00:00.000Z', 'never')),
  active_to: fc.option(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })),
});

test('whatever can be written as a rule has one sentence, always the same', () => {
  fc.assert(
    fc.property(rule, (each) => {
      const sentence = ruleSentence(each, symbolOf);
      expect(ruleSentence(structuredClone(each), symbolOf)).toBe(sentence);
      expect(sentence).toMatch(/^(When |When, |For every event, |For no event, )/);
      expect(sentence.replace(/“[^”]*”/g, '')).not.toMatch(/undefined|\[object/);
    }),
    { numRuns: 120 },
  );
});

const REWARD_FIELDS = ['unit_cost', 'max_total', 'max_per_participant', 'available_until', 'redemption_type', 'asset_id'] as const;

test('an entry of the audit log is told whatever it recorded', () => {
  const value = fc.oneof(fc.jsonValue(), written, fc.constantFrom(ACTIONS, LIMITS));
  const fields = fc.dictionary(
    fc.constantFrom('condition', 'actions', 'budgets', 'stop_after_match', 'active_from', 'status', 'name', ...REWARD_FIELDS),
    value,
  );
  const kind = fc.constantFrom('RULE', 'REWARD');
  fc.assert(
    fc.property(
      fields,
      kind,
      fc.constantFrom('CREATE', 'UPDATE', 'ARCHIVE', 'RESET_BUDGET', 'OVERRIDE_EXAMPLES'),
      (recorded, resource_type, action) => {
        const change = { action, resource_type, resource_name: 'Coffee', before: recorded, after: recorded } as const;
        expect(auditSummary(change, symbolOf)).toContain('Coffee');
      },
    ),
    { numRuns: 200 },
  );
});

describe('in every template', () => {
  test.each(Object.entries(TEMPLATES))('%s, rules, tiers and automations are told in words alone', (_, { configuration }) => {
    const told = [
      ...configuration.rule_sets.flatMap((set) => set.rules.map((each) => templateRuleSentence(each, (symbol) => symbol))),
      ...configuration.tiers.map(templateTierSentence),
      ...configuration.automations.map(templateAutomationSentence),
    ];
    expect(told.filter((sentence) => /CEL|\{\{|undefined|,,|,\.|what “/.test(sentence))).toEqual([]);
  });
});

test('the rules of the demo are told in words alone', () => {
  const told = DEMO_RULES.map(({ condition, amount }) =>
    ruleSentence(
      { condition, actions: [{ ...CREDIT, amount }], budgets: [], stop_after_match: false, active_from: null, active_to: null },
      symbolOf,
    ),
  );
  expect(told.filter((sentence) => /CEL|\{\{|what “/.test(sentence))).toEqual([]);
});

describe('the difference of two texts', () => {
  const text = fc
    .array(fc.constantFrom('gives', '10', '20', 'PTS', ', ', ' ', 'when', '“a”', '.'), { maxLength: 20 })
    .map((words) => words.join(' '));

  test('holds every word of both, in order', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = wordDifference(before, after);
        const without = (kind: string) =>
          pieces
            .filter((piece) => piece.kind !== kind)
            .map((piece) => piece.text)
            .join('');
        expect([without('added'), without('removed')]).toEqual([before, after]);
      }),
    );
  });

  test('takes out and puts in the words that differ and no others', () => {
    expect(wordDifference('gives 10 PTS to the participant.', 'gives 20 PTS to the recipient.')).toEqual([
      { kind: 'same', text: 'gives ' },
      { kind: 'removed', text: '10 ' },
      { kind: 'added', text: '20 ' },
      { kind: 'same', text: 'PTS to the ' },
      { kind: 'removed', text: 'participant' },
      { kind: 'added', text: 'recipient' },
      { kind: 'same', text: '.' },
    ]);
    expect(wordDifference('same', 'same')).toEqual([{ kind: 'same', text: 'same' }]);
  });

  test('of very long texts is the one for the other', () => {
    const [before, after] = ['a '.repeat(3_000), 'b '.repeat(3_000)];
    expect(wordDifference(before, after).map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });
});
