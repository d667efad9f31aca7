/** The tally of an estimate counts each event once, whatever part it came in, and a sample says how far off it may be. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Amount, amountOf } from '@/domain/money';
import type { ActionSource } from '@/domain/rules/actions/catalog';
import { budgetKey, type BudgetUsage } from '@/domain/rules/budget';
import { ParticipantUsage } from '@/domain/rules/estimate/participant-usage';
import { EstimateTally, totalOf, type CarriedTally } from '@/domain/rules/estimate/tally';
import { trialOf } from '@/domain/rules/estimate/trial';
import type { EventOutcome } from '@/domain/rules/evaluate';
import { compileRule, configurationOf } from '@/domain/rules/rule';
import { evaluate, NOW, PTS, rule } from '../actions/support';

const NO_USAGE = new Map<string, BudgetUsage>();
const source = rule([{ type: 'CREDIT', asset_id: PTS, amount: '{{ event.n }}', target: { type: 'ACTOR' } } as unknown as ActionSource], {
  condition: 'event.n > 10',
});
const trial = trialOf(configurationOf(1, []), compileRule(source), NOW);

const outcomeOf = (n: unknown): EventOutcome => evaluate([source], { data: { n: n as number } });
const add = (tally: EstimateTally, n: unknown, unit: string) => tally.add({ unit, at: NOW }, outcomeOf(n));
const carried = (tally: EstimateTally): CarriedTally => JSON.parse(JSON.stringify(tally.carried)) as CarriedTally;

test('counts what the draft touches, where it ends in an error, and what it makes fail, with the first reason', () => {
  const tally = new EstimateTally(trial, NO_USAGE);
  expect([20, 5, 'text', 2_000, 30].map((n, index) => add(tally, n, `${index}`))).toEqual([true, false, false, false, true]);
  tally.pass();
  expect(tally.counts).toEqual({ read: 6, touched: 2, errors: 1, failing: 1 });
  expect(tally.reason).toBe('There is no string > int');
  expect(tally.whole()).toMatchObject([{ assetId: PTS, asked: amountOf('50'), margin: null }]);
});

test('comes to the same in parts as at once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 20 }), fc.nat(20), (list, place) => {
      const [whole, first] = [new EstimateTally(trial, NO_USAGE), new EstimateTally(trial, NO_USAGE)];
      for (const [index, n] of list.entries()) add(whole, n, `${index}`);
      for (const n of list.slice(0, place)) add(first, n, 'a');
      const second = new EstimateTally(trial, NO_USAGE, carried(first));
      for (const n of list.slice(place)) add(second, n, 'b');
      expect(second.counts).toEqual(whole.counts);
      expect(second.whole()).toEqual(whole.whole());
    }),
    { numRuns: 30 },
  );
});

test('the total of a sample is within its margin of the whole in at least nine of ten samples', () => {
  const population = Array.from({ length: 400 }, (_, index) => (index * 7_919) % 97);
  const outcomes = population.map(outcomeOf);
  const truth = population.filter((n) => n > 10).reduce((sum, n) => sum + n, 0);
  let within = 0;
  const samples = 200;
  for (let seed = 0; seed < samples; seed++) {
    const tally = new EstimateTally(trial, NO_USAGE);
    const drawn = chosen(seed, population.length, 60);
    for (const index of drawn) tally.add({ unit: `${index}`, at: NOW }, outcomes[index] ?? outcomeOf(0));
    const [estimate] = tally.scaled({ drawn: drawn.length, of: population.length });
    const off = totalOf(estimate?.days ?? new Map())
      .minus(truth)
      .abs();
    if (off.lessThanOrEqualTo(estimate?.margin ?? 0)) within++;
  }
  expect(within).toBeGreaterThanOrEqual(samples * 0.9);
  expect(within).toBeLessThan(samples);
});

/** `count` of `size` places, by a fixed generator of numbers. */
function chosen(seed: number, size: number, count: number): number[] {
  const places = Array.from({ length: size }, (_, index) => index);
  let state = seed * 2_654_435_761 + 12_345;
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return places.splice(state % places.length, 1)[0] ?? 0;
  });
}

test('a sample of everything has no margin', () => {
  const tally = new EstimateTally(trial, NO_USAGE);
  add(tally, 20, 'a');
  expect(tally.scaled({ drawn: 1, of: 1 })).toMatchObject([{ margin: null, asked: amountOf('20') }]);
});

test('what a participant was given is carried for as long as that participant is read, and forgotten with the next', () => {
  const key = budgetKey({ ownerId: source.id, assetId: PTS, holderId: 'ada', scope: 'PARTICIPANT' });
  const usage = new ParticipantUsage(source.id, null, []);
  usage.of('ada').set(key, { periodStart: NOW, consumed: new Amount('12.5') });
  const next = new ParticipantUsage(source.id, 'ada', usage.carried);
  expect(next.of('ada')).toEqual(new Map([[key, { periodStart: NOW, consumed: amountOf('12.5') }]]));
  expect(next.of('bob').size).toBe(0);
});
