/** Exact estimates in parts: wherever a part ends, the figures are those of one reading, and one organization's events stay its own. */
import { describe, expect, test } from 'vitest';
import { EstimateRule } from '@/contract/rule-estimate';
import { totalOf } from '@/domain/rules/estimate/tally';
import type { Ctx } from '@/server/platform/context';
import { loadDraft, type DraftedRule } from '@/server/services/estimates/draft';
import { estimateRule } from '@/server/services/estimates/estimate-rule';
import { NOTHING_READ, readOn, type ExactProgress } from '@/server/services/estimates/read-on';
import { takeSample } from '@/server/services/estimates/take-sample';
import { processDueEvents } from '@tests/support/jobs';
import { programWithAsset, type TestProgram } from '@tests/support/programs';

const EVENTS = 90;
const NEVER = () => false;
const ALWAYS = () => true;
const AT_ONCE = { sample: () => ALWAYS, latest: () => ALWAYS, shared: () => ALWAYS, exact: () => ALWAYS };
const NO_USAGE = new Map<string, never>();

async function busy(): Promise<TestProgram> {
  const club = await programWithAsset();
  await Promise.all(
    Array.from({ length: EVENTS }, (_, index) =>
      club.send({ external_id: `person-${index % 7}`, event_data: { type: index % 3 === 0 ? 'visit' : 'buy', amount: index + 0.37 } }),
    ),
  );
  await processDueEvents(club.id);
  return club;
}

const ctxOf = (club: TestProgram) => ({ organization: { id: club.id }, clock: { now: () => new Date() } }) as unknown as Ctx;

function draftOf(club: TestProgram, budgets: readonly Record<string, unknown>[]): Promise<DraftedRule> {
  const now = new Date();
  const input = EstimateRule.parse({
    id: club.program.id,
    rule: {
      condition: 'event.type == "buy"',
      actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '{{ event.amount * 0.1 }}' }],
      budgets: budgets.map((budget) => ({ asset_id: club.asset.id, ...budget })),
    },
  });
  return loadDraft(ctxOf(club), input, { from: new Date(now.getTime() - 86_400_000), to: new Date(now.getTime() + 60_000) });
}

/** As a cursor carries it. */
const carried = (progress: ExactProgress): ExactProgress => JSON.parse(JSON.stringify(progress)) as ExactProgress;

describe.each([
  ['without a budget', []],
  ['with a budget of the program', [{ scope: 'PROGRAM', limit: '111.11' }]],
  ['with a budget of each participant', [{ scope: 'PARTICIPANT', limit: '20' }]],
  [
    'with both',
    [
      { scope: 'PARTICIPANT', limit: '20' },
      { scope: 'PROGRAM', limit: '100' },
    ],
  ],
])('an exact estimate %s', (_, budgets) => {
  test('is the same read at once, in parts of one event, and from a sample that leaves nothing out', async () => {
    const club = await busy();
    const draft = await draftOf(club, budgets);
    const atOnce = await readOn(draft, NOTHING_READ, NO_USAGE, NEVER);
    expect(atOnce.next).toBeNull();
    let [progress, last, parts]: [ExactProgress | null, typeof atOnce | null, number] = [NOTHING_READ, null, 0];
    while (progress !== null) {
      last = await readOn(draft, carried(progress), NO_USAGE, ALWAYS);
      progress = last.next;
      parts++;
    }
    expect(parts).toBeGreaterThan(EVENTS / 2);
    expect(last?.tally.counts).toEqual(atOnce.tally.counts);
    expect(last?.tally.whole()).toEqual(atOnce.tally.whole());
    const sampled = await takeSample(draft, { total: EVENTS, before: NO_USAGE, isLate: NEVER });
    expect(sampled.whole).toBe(true);
    expect(sampled.tally.whole().map(({ days }) => totalOf(days))).toEqual(atOnce.tally.whole().map(({ days }) => totalOf(days)));
    expect(atOnce.tally.counts).toMatchObject({ read: EVENTS, touched: budgets.length === 0 ? 60 : expect.any(Number) });
  });
});

test('a sample that ran out of time is scaled to all events, with a margin that most estimates keep to', async () => {
  const club = await busy();
  const draft = await draftOf(club, []);
  const truth = await readOn(draft, NOTHING_READ, NO_USAGE, NEVER);
  const [exact] = truth.tally.whole().map(({ days }) => totalOf(days));
  let left = 60;
  const { tally, sample, whole } = await takeSample(draft, { total: EVENTS, before: NO_USAGE, isLate: () => left-- <= 0 });
  expect([whole, sample]).toEqual([false, { drawn: 61, of: EVENTS }]);
  const [found] = tally.scaled(sample);
  const off = totalOf(found!.days).minus(exact!).abs();
  expect(found!.margin!.greaterThan(0)).toBe(true);
  expect(off.lessThan(found!.margin!.times(3)), `${off.toFixed()} of ${found!.margin!.toFixed()}`).toBe(true);
});

test('a cursor is good for its own organization and rule only, and no longer once the rules have changed', async () => {
  const [club, other] = [await busy(), await programWithAsset()];
  const inputOf = (amount: string, more: Record<string, unknown> = {}) =>
    EstimateRule.parse({
      id: club.program.id,
      mode: 'EXACT',
      rule: { condition: 'true', actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount }] },
      ...more,
    });
  const { tally, total, nextCursor } = await estimateRule(ctxOf(club), inputOf('1'), AT_ONCE);
  expect([tally.counts.read, total]).toEqual([1, EVENTS]);
  const cursor = nextCursor ?? '';
  await expect(estimateRule(ctxOf(club), inputOf('2', { cursor }))).rejects.toMatchObject({ code: 'invalid_cursor' });
  await expect(estimateRule(ctxOf(other), inputOf('1', { cursor }))).rejects.toMatchObject({ code: 'invalid_cursor' });
  const rest = await estimateRule(ctxOf(club), inputOf('1', { cursor }));
  expect([rest.tally.counts.read, rest.total]).toEqual([EVENTS, EVENTS]);
  await club.addRule({});
  await expect(estimateRule(ctxOf(club), inputOf('1', { cursor }))).rejects.toMatchObject({ code: 'invalid_cursor' });
});
