/** The rules of a campaign run only in its window, only for its audience, and together within its budgets. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOf, sumAmounts } from '@/domain/money';
import { budgetKey } from '@/domain/rules/budget';
import { compileRule, configurationOf } from '@/domain/rules/rule';
import type { ActionSource } from '@/domain/rules/actions/catalog';
import { explainMiss } from '@/domain/rules/explanation';
import { decided, evaluate, NOW, PTS, rule, world } from '../rules/actions/support';
import { campaign, limit } from './support';

const credit = (amount: string): ActionSource => ({ type: 'CREDIT', asset_id: PTS, target: { type: 'ACTOR' }, amount }) as ActionSource; // the fields that the kind needs
const verdicts = (outcome: ReturnType<typeof evaluate>) => outcome.evaluations.map(({ status, reason }) => [status, reason]);
const at = (offset: number): string => new Date(NOW.getTime() + offset).toISOString();

describe('a rule of a campaign', () => {
  test.each([
    [{ status: 'DRAFT' as const }, 'the campaign “Spring” is a draft'],
    [{ status: 'PAUSED' as const }, 'the campaign “Spring” is paused'],
    [{ starts_at: at(1) }, `the campaign “Spring” runs from ${at(1)}`],
    [{ ends_at: at(0) }, `the campaign “Spring” ran until ${at(0)}`],
  ])('is passed over with %o, and told why', (fields, reason) => {
    expect(verdicts(evaluate([rule([credit('5')], { campaign: campaign(fields) })]))).toEqual([['SKIPPED_INACTIVE', reason]]);
  });

  test('runs from the first instant of the window to the last, by the time of the event', () => {
    const own = { campaign: campaign({ starts_at: at(0), ends_at: at(1) }) };
    expect(verdicts(evaluate([rule([credit('5')], own)]))).toEqual([['MATCHED', null]]);
    const late = evaluate([rule([credit('5')], own)], {}, world({ now: new Date(NOW.getTime() + 1e9) }));
    expect(verdicts(late)).toEqual([['MATCHED', null]]);
  });

  test('does not match an event beyond its audience, with the margin of what was missed', () => {
    const own = { campaign: campaign({ audience: 'event.amount >= 50' }) };
    const { evaluations } = evaluate([rule([credit('5')], own)], { data: { amount: 37.5 } });
    expect(evaluations).toMatchObject([{ status: 'NOT_MATCHED', reason: 'not in the audience of the campaign “Spring”' }]);
    expect(explainMiss(evaluations[0]!.trace)).toBe('Amount is 37.5; it must be at least 50');
  });

  test('is an ERROR if its audience reads what is not there', () => {
    const own = { campaign: campaign({ audience: 'event.amount >= 50' }) };
    expect(evaluate([rule([credit('5')], own)]).evaluations).toMatchObject([
      { status: 'ERROR', reason: expect.stringContaining('in the audience of the campaign “Spring”: ') },
    ]);
  });

  test('sees what the rules before it did to the audience', () => {
    const tag = { type: 'TAG', target: { type: 'ACTOR' }, tag: 'done', operation: 'ADD' } as unknown as ActionSource; // as above
    const own = { campaign: campaign({ audience: '!("done" in participant.tags)' }) };
    expect(verdicts(evaluate([rule([tag], own), rule([credit('5')], own)])).map(([status]) => status)).toEqual(['MATCHED', 'NOT_MATCHED']);
  });
});

describe('the budgets of a campaign', () => {
  test('cut a credit to the least that they and those of the rule leave', () => {
    const own = { campaign: campaign({ budgets: [limit('8')] }), budgets: [limit('5')] };
    const { evaluations, decision } = decided(evaluate([rule([credit('6')], own), rule([credit('6')], own)]));
    expect(evaluations.map(({ actions }) => actions[0]!.amount)).toEqual(['5.00', '3.00']);
    expect(decision.budgets.map(({ owner, amount }) => [owner, amount.toFixed()])).toEqual([
      ['RULE', '5'],
      ['CAMPAIGN', '5'],
      ['RULE', '3'],
      ['CAMPAIGN', '3'],
    ]);
  });

  test('are loaded only for rules that can run', () => {
    const own = campaign({ budgets: [limit('8')] });
    const needs = (...rules: Parameters<typeof compileRule>[0][]) => configurationOf(1, rules.map(compileRule)).needs.budgetedCampaignIds;
    expect(needs(rule([credit('5')], { campaign: own }), rule([], { campaign: own }))).toEqual(['spring']);
    expect(needs(rule([credit('5')], { campaign: own, status: 'SUSPENDED' }), rule([], { campaign: campaign() }))).toEqual([]);
  });

  test('are met exactly by several rules together, however often and how much each gives', () => {
    const cents = (amount: number): string => (amount / 100).toFixed(2);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50_000 }),
        fc.array(fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 }),
        (allowed, events) => {
          const own = { campaign: campaign({ budgets: [limit(cents(allowed))] }) };
          const over = world();
          const given = events.flatMap((amounts) =>
            decided(
              evaluate(
                amounts.map((amount) => rule([credit(cents(amount))], own)),
                {},
                over,
              ),
            ).decision.budgets.map(({ amount }) => amount),
          );
          const asked = events.flat().reduce((sum, amount) => sum + amount, 0);
          expect(sumAmounts(given).toFixed(2)).toBe(cents(Math.min(allowed, asked)));
          const key = budgetKey({ ownerId: 'spring', assetId: PTS, scope: 'PROGRAM', holderId: 'program' });
          expect(over.budgets.get(key)?.consumed.equals(amountOf(cents(Math.min(allowed, asked))))).toBe(true);
        },
      ),
    );
  });
});
