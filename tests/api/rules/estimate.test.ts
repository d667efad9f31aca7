/** Estimates over HTTP: what a draft would have given, compared with backtests of the same rule, and what it refuses. */
import { describe, expect, test } from 'vitest';
import type { Rule } from '@/contract/rule';
import { organization } from '@tests/support/api';
import { backtest } from '@tests/support/backtests';
import { askForEstimate, estimate, exactEstimate } from '@tests/support/estimates';
import { processDueEvents } from '@tests/support/jobs';
import { snapshot } from '@tests/support/ledger';
import { programWithAsset } from '@tests/support/programs';
import { shop } from '@tests/support/redemptions';

const MISSING = '00000000-0000-4000-8000-000000000000';
const AMOUNTS = ['12.34', '49.99', '50', '50.01', '120.5', '0.07', '999.99', '75'];

/** Four people buy for different amounts, a day apart, under a rule that credits a tenth. */
async function bought() {
  const club = await shop({ balance: '0' });
  const rule = await club.addRule({ name: 'Tenth', condition: 'event.type == "buy"', amount: '{{ event.amount * 0.1 }}' });
  for (const [day, amount] of AMOUNTS.entries()) {
    await club.send({ external_id: `person-${day % 4}`, event_data: { type: 'buy', amount: Number(amount) } });
    await club.send({ external_id: `person-${day % 3}`, event_data: { type: 'visit' } });
    await processDueEvents(club.id);
    await club.advance('1d');
  }
  const draft = (amount: string, more: Record<string, unknown> = {}) => ({
    condition: 'event.type == "buy" && event.amount >= 50',
    actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount }],
    ...more,
  });
  return { ...club, rule, draft };
}

type Bought = Awaited<ReturnType<typeof bought>>;

/** What a backtest of the draft alone says that it would have given. */
async function backtested(
  club: Bought,
  rule: Record<string, unknown>,
  { from, to }: { from: string; to: string },
): Promise<string | undefined> {
  const rules = [{ client_ref: 'draft', name: 'The draft', ...rule }];
  const { result } = await backtest(club.api, club.program.id, {
    from,
    to,
    configuration: { rule_sets: [{ key: 'default', name: 'Default', rules }] },
  });
  return result?.rules.find(({ client_ref }) => client_ref === 'draft')?.assets[0]?.backtest;
}

describe('an estimate', () => {
  test('gives exactly what a backtest of the same rule gives, from a sample of few events as from all of them', async () => {
    const club = await bought();
    const rule = club.draft('{{ event.amount * 0.15 }}');
    const [sampled, exact] = [await estimate(club, rule), await exactEstimate(club, rule)];
    expect(exact.assets).toMatchObject([{ asset_id: club.asset.id, given: '194.31', margin: null, actual: '0.00', difference: '194.31' }]);
    expect(sampled.assets).toEqual(exact.assets);
    expect([sampled.exact, exact.exact]).toEqual([true, true]);
    expect(await backtested(club, rule, exact)).toBe(exact.assets[0]?.given);
    expect(exact.events).toEqual({ total: 16, read: 16, touched: 5, errors: 0, failing: 0, reason: null });
  });

  test.each([
    ['the program', 'PROGRAM', '100'],
    ['each participant', 'PARTICIPANT', '20'],
  ])('holds a draft to its budget of %s as a backtest does', async (_, scope, limit) => {
    const club = await bought();
    const rule = club.draft('{{ event.amount * 0.15 }}', { budgets: [{ asset_id: club.asset.id, scope, limit }] });
    const [sampled, exact] = [await estimate(club, rule), await exactEstimate(club, rule)];
    expect(Number(exact.assets[0]?.given)).toBeLessThan(194.31);
    expect(sampled.assets).toEqual(exact.assets);
    expect(await backtested(club, rule, exact)).toBe(exact.assets[0]?.given);
  });

  test('shows every day of the window, in order, beside what the stored rule really gave on it', async () => {
    const club = await bought();
    const { assets, from, to } = await exactEstimate(club, club.draft('{{ event.amount * 0.1 }}'), { rule_id: club.rule.id });
    const days = assets[0]?.days ?? [];
    expect(days).toHaveLength(30);
    expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted());
    expect([from.slice(0, 10), to.slice(0, 10)]).toEqual([days[0]?.day, days.at(-1)?.day]);
    expect(days.filter(({ actual }) => actual !== '0.00').map(({ given, actual }) => [given, actual])).toEqual([
      ['0.00', '1.23'],
      ['0.00', '4.99'],
      ['5.00', '5.00'],
      ['5.00', '5.00'],
      ['12.05', '12.05'],
      ['99.99', '99.99'],
      ['7.50', '7.50'],
    ]);
    expect(assets[0]).toMatchObject({ given: '129.54', actual: '135.76', difference: '-6.22' });
  });

  test('shows the latest events that the rule touches, latest first, with what each would give', async () => {
    const club = await bought();
    const { latest } = await estimate(club, club.draft('5'));
    expect(latest?.searched).toBe(16);
    expect(
      latest?.events.map(({ event_name, external_id, effects }) => [event_name, external_id, effects.map((effect) => effect.amount)]),
    ).toEqual([
      ['buy', 'person-3', ['5.00']],
      ['buy', 'person-2', ['5.00']],
      ['buy', 'person-0', ['5.00']],
      ['buy', 'person-3', ['5.00']],
      ['buy', 'person-2', ['5.00']],
    ]);
    expect(latest?.events[0]?.effects[0]).toMatchObject({ rule_id: null, target: { external_id: 'person-3' } });
  });

  test('names the other rules that touch the same events, how they are related, and what they give together', async () => {
    const club = await bought();
    const other = await club.addRule({ name: 'Visits', condition: 'event.type == "visit"' });
    const { shared } = await estimate(club, club.draft('5'));
    const amount = (sum: string) => [{ asset_id: club.asset.id, amount: sum }];
    expect(shared).toEqual({
      events: 5,
      draft: amount('25.00'),
      others: amount('129.54'),
      rules: [{ rule_id: club.rule.id, rule_name: 'Tenth', relation: 'CONTAINS', events: 5, credits: amount('129.54') }],
    });
    expect(shared?.rules.map(({ rule_id }) => rule_id)).not.toContain(other.id);
  });

  test('keeps from the draft what an earlier rule of its set stops', async () => {
    const club = await bought();
    await club.addRule({ name: 'Stopper', condition: 'event.amount > 100', stop_after_match: true });
    const found = await estimate(club, club.draft('5'));
    expect(found.events.touched).toBe(3);
    expect(found.assumptions.map(({ code }) => code)).toContain('STOPPED_SETS');
  });

  test('says the most that one event and a month can give, and plainly that there is no limit', async () => {
    const club = await bought();
    const open = await estimate(club, club.draft('{{ event.amount * 0.1 }}'));
    expect(open.worst_cases).toEqual([{ asset_id: club.asset.id, event: null, event_limited_by: null, month: null }]);
    const capped = await estimate(
      club,
      club.draft('{{ math.least(20, event.amount * 0.1) }}', {
        budgets: [{ asset_id: club.asset.id, scope: 'PROGRAM', limit: '500', schedule_type: 'INTERVAL', interval: '10d' }],
      }),
    );
    expect(capped.worst_cases).toMatchObject([{ event: '20.00', event_limited_by: 'AMOUNT', month: '2000.00' }]);
  });

  test('says when a budget would have nothing left at this pace', async () => {
    const club = await bought();
    const { budgets, to } = await exactEstimate(
      club,
      club.draft('300', { budgets: [{ asset_id: club.asset.id, scope: 'PROGRAM', limit: '1000', schedule_type: null }] }),
    );
    expect(budgets).toMatchObject([{ limit: '1000.00', consumed: '0.00', period_ends_at: null }]);
    const days = (Date.parse(budgets[0]?.runs_out_at ?? '') - Date.parse(to)) / 86_400_000;
    expect(days).toBeGreaterThan(15);
    expect(days).toBeLessThan(20);
  });

  test('takes state as it is now, and says so', async () => {
    const club = await bought();
    await club.api.patch('/participants/ext:person-0/state/tags', { add: ['gold'] });
    const found = await estimate(club, club.draft('5', { condition: '"gold" in participant.tags && event.type == "buy"' }));
    expect(found.events.touched).toBe(2);
    expect(found.assumptions.map(({ code }) => code)).toContain('PRESENT_STATE');
  });

  test('counts the events that would end in an error, with the reason', async () => {
    const club = await bought();
    const { events } = await estimate(club, club.draft('5', { condition: 'event.amount > 50' }));
    expect(events).toMatchObject({ errors: 8, touched: 4 });
    expect(events.reason).toContain('event.amount');
  });

  test('changes nothing', async () => {
    const club = await bought();
    const before = await snapshot(club.id);
    await estimate(club, club.draft('5'));
    await exactEstimate(club, club.draft('5'));
    expect(await snapshot(club.id)).toEqual(before);
  });
});

describe('an estimate is refused', () => {
  test.each([
    ['a condition that does not compile', { condition: 'event.amount >' }, 400, 'validation_error', 'rule.condition'],
    [
      'an amount that does not compile',
      { actions: [{ type: 'CREDIT', asset_id: MISSING, amount: '{{ event. }}' }] },
      400,
      'validation_error',
      'rule.actions[0].amount',
    ],
    [
      'an asset that is not linked',
      { actions: [{ type: 'CREDIT', asset_id: MISSING, amount: '5' }] },
      400,
      'asset_not_linked',
      'rule.actions[0].asset_id',
    ],
    ['an unknown rule set', { rule_set_id: MISSING }, 404, 'not_found', 'rule.rule_set_id'],
  ])('for %s, with the field at fault', async (_, change, status, code, param) => {
    const club = await programWithAsset();
    const rule = { condition: 'true', actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '5' }], ...change };
    expect(await askForEstimate(club, { rule })).toMatchObject({ status, body: { code, param } });
  });

  test('for a rule of another program, an archived rule and a program of another organization', async () => {
    const [club, other] = [await programWithAsset(), await programWithAsset()];
    const stored = await club.addRule({});
    const rule = { condition: 'true', actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '5' }] };
    const { body: second } = await club.api.post<{ id: string }>('/programs', { name: 'Second' });
    const elsewhere = await club.api.post<Rule>('/rules', {
      program_id: second.id,
      name: 'Elsewhere',
      condition: 'true',
      actions: [{ type: 'TAG', tag: 'seen' }],
    });
    expect(await askForEstimate(club, { rule, rule_id: elsewhere.body.id })).toMatchObject({ status: 404, body: { param: 'rule_id' } });
    await club.api.patch(`/rules/${stored.id}`, { status: 'ARCHIVED' });
    expect(await askForEstimate(club, { rule, rule_id: stored.id })).toMatchObject({
      status: 400,
      body: { code: 'invalid_status', param: 'rule_id' },
    });
    expect(await askForEstimate({ api: other.api, program: club.program }, { rule })).toMatchObject({ status: 404, body: { param: 'id' } });
    const stranger = await organization();
    expect(await askForEstimate({ api: stranger.api, program: club.program }, { rule })).toMatchObject({ status: 404 });
  });

  test('with a cursor of another rule, of a sample, or that was made up', async () => {
    const club = await programWithAsset();
    const rule = { condition: 'true', actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '5' }] };
    for (const mode of ['SAMPLE', 'EXACT']) {
      expect(await askForEstimate(club, { rule, mode, cursor: 'bWFkZSB1cA' })).toMatchObject({
        status: 400,
        body: { code: 'invalid_cursor', param: 'cursor' },
      });
    }
  });
});
