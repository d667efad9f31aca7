import { expect, test } from 'vitest';
import type { OverviewPeriod } from '@/contract/choices';
import type { Overview } from '@/contract/overview';
import type { LiabilityLine, RollForwardRow, RulePerformanceLine } from '@/contract/report';
import { presentOverview } from '@/server/api/present/overview';
import { organizationClock } from '@/server/platform/context';
import { readClockOffset } from '@/server/db/organization-clock';
import { readOverview } from '@/server/services/overview/read-overview';
import { sealOrganization } from '@/server/services/ledger/seal-entries';
import { till } from '@tests/support/decisions';
import { processDueEvents } from '@tests/support/jobs';
import { ownedOrganization } from '@tests/support/people';
import { REAL_TIME } from '@tests/support/proof';
import { shop, type TestShop } from '@tests/support/redemptions';

const HOUR_MS = 3_600_000;

/** The overview as a signed-in person gets it. */
async function overview(club: TestShop, query: { period: OverviewPeriod; program_id?: string }): Promise<Overview> {
  const clockOffsetMs = (await readClockOffset(club.id)) ?? 0;
  const ctx = {
    requestId: 'test',
    actor: { kind: 'SYSTEM' },
    idempotencyKey: null,
    organization: { id: club.id, mode: 'SANDBOX', clockOffsetMs },
    clock: organizationClock(clockOffsetMs),
  } as const;
  return presentOverview(await readOverview(ctx, query), query);
}

/** Weeks in which value is credited, held, spent, returned and lost; half of the ledger is sealed. */
async function eventfulShop(): Promise<TestShop> {
  const club = await shop({ inventory_mode: 'LOT' });
  await club.api.post('/rules', {
    program_id: club.program.id,
    name: 'Cashback',
    condition: 'true',
    actions: [{ type: 'CREDIT', amount: '{{ event.amount }}', asset_id: club.asset.id }],
    budgets: [{ asset_id: club.asset.id, scope: 'PROGRAM', limit: '30.00' }],
  });
  await club.advance('40d');
  await club.post({ amount: '20', expires_in: '2d' });
  const spent = await club.redeemed({ amount: '10' });
  await club.advance('3d');
  await sealOrganization(club.id, REAL_TIME);
  await club.post({ amount: '7', bucket: 'HELD', reference_id: 'over' });
  await club.post({ amount: '9', reference_id: 'over' });
  await club.reverse(spent, { amount: '4' });
  await club.advance('20d');
  await club.act('capture', await club.reserved({ amount: '8' }));
  const send = (key: string, amount: string) =>
    club.api.post('/events', { program_id: club.program.id, external_id: 'ada', idempotency_key: key, event_data: { amount } });
  await send('a', '12.50');
  await send('b', '14.00');
  await processDueEvents(club.id);
  await send('late', '1.00');
  await club.api.patch(`/programs/${club.program.id}`, { status: 'SUSPENDED' });
  await processDueEvents(club.id);
  return club;
}

const report = async <Row>({ api }: TestShop, path: string): Promise<Row[]> =>
  (await api.get<{ data: Row[] }>(`/reports/${path}`)).body.data;

test('every figure of hours, days and weeks is the one that the reports give', async () => {
  const club = await eventfulShop();
  for (const period of ['24h', '30d', '12m'] as const) {
    const { window, previous, assets, spans, asset_id } = await overview(club, { period });
    const [now] = await report<RollForwardRow>(club, `liability-rollforward?from=${window.from}&to=${window.to}`);
    const [before] = await report<RollForwardRow>(club, `liability-rollforward?from=${previous.from}&to=${previous.to}`);
    const flows = ({ issued, redeemed, expired }: RollForwardRow) => ({ issued, redeemed, expired });
    const nothing = { issued: '0.00', redeemed: '0.00', expired: '0.00' };
    expect({ period, assets }).toEqual({
      period,
      assets: [
        {
          asset_id,
          ...flows(now!),
          liability: now!.closing,
          previous: { ...(before ? flows(before) : nothing), liability: now!.opening },
        },
      ],
    });
    for (const span of [spans[0]!, spans[Math.floor(spans.length / 2)]!, spans.at(-1)!]) {
      const [within] = await report<RollForwardRow>(club, `liability-rollforward?from=${span.from}&to=${span.to}`);
      expect(span.flows).toEqual(within ? { ...flows(within), liability: within.closing } : { ...nothing, liability: '0.00' });
    }
  }
  const [owed] = await report<LiabilityLine>(club, 'liability');
  expect((await overview(club, { period: '7d' })).assets[0]?.liability).toBe(owed?.liability);
});

test('what rules gave, budgets near their cap and failures are told for the program that is asked for', async () => {
  const club = await eventfulShop();
  const { rules, budgets, failures, now, window } = await overview(club, { period: '30d', program_id: club.program.id });
  const [rule] = await report<RulePerformanceLine>(club, `rule-performance?from=${window.from}&to=${window.to}`);
  expect(rules).toEqual([
    { rule_id: rule!.rule_id, rule_name: 'Cashback', asset_id: club.asset.id, credited: rule!.credited, percent: '100.0' },
  ]);
  expect(budgets).toMatchObject([{ rule_name: 'Cashback', budget: { consumed: '26.50', limit: '30.00' } }]);
  expect({ now, failures }).toMatchObject({
    now: { completed: 2, failed: 1, active: 1 },
    failures: [{ error_code: 'program_inactive', events: 1 }],
  });
  const listed = await club.api.get<{ data: unknown[] }>(`/events?error_code=program_inactive&from=${window.from}`);
  expect(listed.body.data).toHaveLength(1);
  const elsewhere = await overview(club, { period: '30d', program_id: crypto.randomUUID() });
  expect(elsewhere).toMatchObject({ assets: [], asset_id: null, rules: [], budgets: [], failures: [], now: { completed: 0, active: 0 } });
});

test('reservations count as about to expire from an hour before their deadline, for the program that is asked for', async () => {
  const club = await till();
  await club.held();
  const later = await club.held({ expires_at: new Date(Date.now() + 2 * HOUR_MS).toISOString() });
  const expiring = async (query: { program_id?: string } = {}) => (await overview(club, { period: '24h', ...query })).expiring_reservations;
  expect(await expiring()).toBe(1);
  expect(await expiring({ program_id: club.program.id })).toBe(1);
  expect(await expiring({ program_id: crypto.randomUUID() })).toBe(0);
  await club.advance('90m');
  expect(await expiring()).toBe(1);
  await club.end('commit', later);
  expect(await expiring()).toBe(0);
});

test('a viewer reads the overview of an empty organization; a period that is none is refused', async () => {
  const { member } = await ownedOrganization();
  const viewer = await member('VIEWER');
  const { data } = await viewer.query('overview.read', {});
  expect(data).toMatchObject({ period: '30d', assets: [], now: { completed: 0 } });
  expect((data?.spans as unknown[]).length).toBe(30);
  expect((await viewer.query('overview.read', { period: '2y' })).failure?.code).toBe('validation_error');
});
