import { describe, expect, test } from 'vitest';
import type { JournalEntryResource } from '@/contract/journal';
import { organization } from '@tests/support/api';
import { askForBacktest, runToItsEnd } from '@tests/support/backtests';
import { postAll, wrongClub } from '@tests/support/corrections';
import { envelopes } from '@tests/support/ledger';

describe('a plan', () => {
  test('says of everybody who differs what they had, should have had, and what can be taken now, and moves nothing', async () => {
    const club = await wrongClub(['ada', 'bob', 'cyd']);
    const [ada, bob] = [await club.idOf('ada'), await club.idOf('bob')];
    await club.post({ type: 'DEBIT', amount: '15' });
    const plan = await club.plan('8');
    expect(plan).toMatchObject({ status: 'PLANNED', line_count: 3, posted_count: 0, approved_at: null, ...club.window });
    expect(plan.totals).toEqual([
      {
        asset_id: club.asset.id,
        lines: 3,
        to_give: '0.00',
        to_take: '36.00',
        recoverable: '29.00',
        shortfall: '7.00',
        given: '0.00',
        taken: '0.00',
      },
    ]);
    const [own] = await club.lines(plan, `?holder_id=${ada}`);
    expect(own).toMatchObject({
      had: '20.00',
      should_have: '8.00',
      difference: '-12.00',
      recoverable: '5.00',
      shortfall: '7.00',
      status: 'PENDING',
    });
    expect(own).toMatchObject({ participant_id: ada, group_id: null, posted: null, journal_entry_id: null });
    expect(await club.available('bob')).toBe('20.00');
    const { data, pagination } = (
      await club.api.get<{ data: { participant_id: string }[]; pagination: { next_cursor: string } }>(
        `/programs/${club.program.id}/corrections/${plan.id}/lines?limit=2`,
      )
    ).body;
    const rest = await club.lines(plan, `?limit=2&cursor=${encodeURIComponent(pagination.next_cursor)}`);
    expect(new Set([...data, ...rest].map(({ participant_id }) => participant_id))).toEqual(new Set([ada, bob, await club.idOf('cyd')]));
  });

  test('is refused from a backtest that has not completed, or of somebody else', async () => {
    const club = await wrongClub(['ada']);
    const { body: open } = await askForBacktest(club.api, club.program.id, club.window);
    expect(await club.ask({ backtest_id: open.id })).toMatchObject({ status: 400, body: { code: 'invalid_status', param: 'backtest_id' } });
    expect(await club.ask({ backtest_id: club.asset.id })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await club.ask({ backtest_id: open.id, shortfall_policy: 'SOME' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_shortfall_policy' },
    });
    const other = await organization();
    const plan = await club.plan('8');
    const path = `/programs/${club.program.id}/corrections/${plan.id}`;
    for (const place of ['', '/lines']) expect((await other.api.get(`${path}${place}`)).status).toBe(404);
    expect((await other.api.post(`${path}/approve`)).status).toBe(404);
  });

  test('cannot be approved while its program is suspended, which is told of the program in the path', async () => {
    const club = await wrongClub(['ada']);
    const plan = await club.plan('8');
    await club.api.patch(`/programs/${club.program.id}`, { status: 'SUSPENDED' });
    expect(await club.act('approve', plan)).toMatchObject({ status: 409, body: { code: 'program_suspended', param: 'id' } });
    await club.api.patch(`/programs/${club.program.id}`, { status: 'ACTIVE' });
    expect((await club.act('approve', plan)).status).toBe(202);
  });

  test('is dropped by canceling it, and then cannot be approved', async () => {
    const club = await wrongClub(['ada']);
    const plan = await club.plan('8');
    const canceled = await club.act('cancel', plan);
    expect(canceled).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    expect((await club.act('cancel', plan)).body).toEqual(canceled.body);
    expect(await club.act('approve', plan)).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
    expect(await club.available('ada')).toBe('20.00');
  });
});

describe('an approved correction', () => {
  test('posts one entry for each line, linked both ways, told by webhooks, and kept in the audit log', async () => {
    const club = await wrongClub(['ada', 'bob'], { listening: true });
    const plan = await club.plan('25.5');
    expect(await club.act('approve', plan)).toMatchObject({ status: 202, body: { status: 'POSTING' } });
    expect(await club.act('approve', plan)).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
    await postAll();
    expect(await club.read(plan)).toMatchObject({ status: 'COMPLETED', posted_count: 2, totals: [{ given: '11.00', taken: '0.00' }] });
    expect([await club.available('ada'), await club.available('bob')]).toEqual(['25.50', '25.50']);
    const reference_id = `service:correction:${plan.id}`;
    const { body: entries } = await club.api.get<{ data: JournalEntryResource[] }>(
      `/journal-entries?reference_id=${encodeURIComponent(reference_id)}`,
    );
    expect(entries.data.map(({ type, description }) => [type, description])).toEqual(
      Array(2).fill(['CORRECTION', 'The rule gave too much']),
    );
    const lines = await club.lines(plan, '?status=POSTED');
    expect(new Set(lines.map((line) => line.journal_entry_id))).toEqual(new Set(entries.data.map(({ id }) => id)));
    const told = (await envelopes(club.id)).filter(({ data }) => data.reference_id === reference_id);
    expect(told.map(({ type, data }) => [type, data.amount])).toEqual(Array(2).fill(['balance.credited', '5.50']));
    const { body: audit } = await club.api.get<{ data: unknown[] }>(`/audit-log?resource_id=${plan.id}`);
    expect(audit.data).toMatchObject([
      { actor_type: 'SYSTEM', after: { status: 'COMPLETED' } },
      { actor_type: 'API_KEY', before: { status: 'PLANNED' }, after: { status: 'POSTING' }, operation: 'corrections.approve' },
      { action: 'CREATE', resource_type: 'CORRECTION' },
    ]);
    const { body: why } = await club.api.get<{ data: { origin: { type: string } }[] }>('/participants/ext:ada/balances/explain');
    expect(why.data.map(({ origin }) => origin.type)).toContain('CORRECTION');
    const { body: forward } = await club.api.get<{ data: unknown[] }>('/reports/ledger-summary');
    expect(forward.data).toMatchObject([{ issued: '51.00', outstanding: '51.00' }]);
  });

  test.each([
    ['REJECT', { status: 'FAILED', reason: 'insufficient_funds', posted: null }, '5.00'],
    ['PARTIAL', { status: 'POSTED', reason: null, posted: '-5.00' }, '0.00'],
    ['ALLOW_NEGATIVE', { status: 'POSTED', reason: null, posted: '-12.00' }, '-7.00'],
  ])('under %s does that with somebody who has spent', async (shortfall_policy, line, left) => {
    const club = await wrongClub(['ada']);
    await club.post({ type: 'DEBIT', amount: '15' });
    const plan = await club.plan('8', { shortfall_policy });
    await club.act('approve', plan);
    await postAll();
    expect(await club.lines(plan)).toMatchObject([line]);
    expect(await club.available('ada')).toBe(left);
  });

  test('leaves out who is suspended and waits for an empty wallet, both of which can be tried again', async () => {
    const club = await wrongClub(['ada', 'bob'], { issuance_policy: 'PREFUNDED', inventory_mode: 'LOT' });
    const bob = await club.idOf('bob');
    await club.api.patch(`/participants/${bob}`, { status: 'SUSPENDED' });
    const plan = await club.plan('30', { expires_in: '10d' });
    await club.wallet('burn', { amount: '20' });
    await club.act('approve', plan);
    await postAll();
    expect(await club.read(plan)).toMatchObject({ status: 'COMPLETED', posted_count: 0, skipped_count: 1, failed_count: 1 });
    expect(await club.lines(plan, '?status=SKIPPED')).toMatchObject([{ participant_id: bob, reason: 'participant_inactive' }]);
    expect(await club.lines(plan, '?status=FAILED')).toMatchObject([{ reason: 'insufficient_funds' }]);
    await club.wallet('fund', { amount: '20' });
    await club.api.patch(`/participants/${bob}`, { status: 'ACTIVE' });
    expect((await club.act('retry', plan)).status).toBe(202);
    await postAll();
    expect(await club.read(plan)).toMatchObject({ status: 'COMPLETED', posted_count: 2, skipped_count: 0, failed_count: 0 });
    expect([await club.available('ada'), await club.available('bob')]).toEqual(['30.00', '30.00']);
    await club.advance('11d');
    expect([await club.available('ada'), await club.available('bob')]).toEqual(['20.00', '20.00']);
  });

  test('is refused where another one moved value of the same people for the same time, or the past was processed again', async () => {
    const club = await wrongClub(['ada']);
    const [first, second] = [await club.plan('8'), await club.plan('9')];
    await club.act('approve', first);
    expect(await club.act('approve', second)).toMatchObject({ status: 409, body: { code: 'correction_overlaps' } });
    await postAll();
    expect(await club.act('approve', second)).toMatchObject({ status: 409, body: { code: 'correction_overlaps' } });

    const other = await wrongClub(['ada']);
    await other.addRule({
      name: 'Refuses',
      condition: 'event.type == "take"',
      actions: [{ type: 'DEBIT', asset_id: other.asset.id, amount: '999' }],
    });
    const failed = await other.sendAndProcess({ external_id: 'ada', event_data: { type: 'take' } });
    await other.advance('1h');
    const to = (await other.api.get<{ now: string }>('/sandbox/clock')).body.now;
    const { body: asked } = await askForBacktest(other.api, other.program.id, { from: other.window.from, to });
    const tried = await runToItsEnd(other.api, asked);
    const { body: plan } = await other.ask({ backtest_id: tried.id });
    await other.post({ amount: '1000' });
    await other.api.post(`/events/${failed.id}/retry`);
    await other.advance('1h');
    expect(await other.act('approve', plan)).toMatchObject({ status: 409, body: { code: 'correction_stale' } });
  });
});
