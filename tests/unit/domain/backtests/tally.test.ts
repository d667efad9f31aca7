/** How what happened is compared with what would have happened. */
import { describe, expect, test } from 'vitest';
import { BacktestTally, type TalliedEntry, type TalliedEvent } from '@/domain/backtests/tally';
import type { Bucket } from '@/domain/ledger/accounts';
import { amountOf } from '@/domain/money';

const ASSETS = new Map([['pts', { symbol: 'PTS', scale: 2 }]]);

const entry = (amount: string, { holder = 'ada', ruleId = 'rule', bucket = 'AVAILABLE' as Bucket } = {}): TalliedEntry => ({
  ruleId,
  postings: [
    { assetId: 'pts', account: { type: 'SYSTEM_ISSUANCE', id: 'program', bucket: null }, amount: amountOf(amount).negated() },
    { assetId: 'pts', account: { type: 'PARTICIPANT', id: holder, bucket }, amount: amountOf(amount) },
  ],
});

const event = (fields: Partial<TalliedEvent>): TalliedEvent => ({
  id: 'event',
  participantId: 'ada',
  failedThen: false,
  failsNow: false,
  actual: [],
  backtest: [],
  evaluations: [],
  ...fields,
});

function tallied(...events: Partial<TalliedEvent>[]): BacktestTally {
  const tally = new BacktestTally(ASSETS);
  for (const one of events) tally.add(event(one));
  return tally;
}

describe('an event', () => {
  test.each([
    ['same', { actual: [entry('5')], backtest: [entry('5')] }],
    ['same', {}],
    ['changed', { actual: [entry('5')], backtest: [entry('6')] }],
    ['changed', { actual: [entry('5')], backtest: [entry('5', { holder: 'bob' })] }],
    ['changed', { actual: [entry('5')], backtest: [entry('5', { bucket: 'DEFERRED' })] }],
    ['added', { backtest: [entry('6')] }],
    ['removed', { actual: [entry('6')] }],
    ['newly_failed', { actual: [entry('6')], failsNow: true }],
    ['no_longer_failed', { backtest: [entry('6')], failedThen: true }],
    ['same', { failedThen: true, failsNow: true }],
  ])('is %s by what it moved, for whom, and into which bucket (%#)', (name, fields) => {
    const { events } = tallied(fields).result();
    expect(events).toMatchObject({ total: 1, [name]: 1 });
  });

  test('is the same whichever of its rules moved the value, while the rules differ', () => {
    const tally = tallied({ actual: [entry('5', { ruleId: 'old' })], backtest: [entry('5', { ruleId: 'new' })] });
    expect(tally.result().events.same).toBe(1);
    expect([tally.rule('old').assets[0]!.difference, tally.rule('new').assets[0]!.difference]).toEqual(['-5.00', '5.00']);
  });
});

describe('sums', () => {
  test('leave out what stands for the outside, and keep every digit', () => {
    const { assets } = tallied(...Array.from({ length: 10 }, () => ({ actual: [entry('0.1')], backtest: [entry('0.3')] }))).result();
    expect(assets).toEqual([{ asset_id: 'pts', symbol: 'PTS', actual: '1.00', backtest: '3.00', difference: '2.00' }]);
  });

  test('name those that differ most first, ten events and twenty holders at most, and count all of them', () => {
    const events = Array.from({ length: 30 }, (_, n) => ({
      id: `event-${n}`,
      backtest: [entry(String(n + 1), { holder: `holder-${n}` })],
    }));
    const { top_events, holders } = tallied(...events).result();
    expect(top_events.map(({ event_id }) => event_id)).toEqual(Array.from({ length: 10 }, (_, n) => `event-${29 - n}`));
    expect([holders.total, holders.differing, holders.top.length, holders.top[0]!.id]).toEqual([30, 30, 20, 'holder-29']);
  });

  test('of holders who got as much in other events do not differ', () => {
    const { holders, events } = tallied({ actual: [entry('5')] }, { backtest: [entry('5')] }).result();
    expect([holders.total, holders.differing, events.removed, events.added]).toEqual([1, 0, 1, 1]);
  });
});
