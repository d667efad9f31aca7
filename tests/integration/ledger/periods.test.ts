import { expect, test } from 'vitest';
import type { LedgerPeriod } from '@/contract/ledger-period';
import { NOTHING } from '@/domain/decision';
import { moveBetween } from '@/domain/ledger/entry';
import { amountOf } from '@/domain/money';
import { commitDecision } from '@/server/db/commit';
import { statement, withTransaction } from '@/server/db/transaction';
import { hasPassed, transactionMark } from '@/server/db/transaction-marks';
import { newIdAt } from '@/server/platform/ids';
import { useOwnDatabase } from '@tests/support/own-database';
import { askToClose, closeBooks, drawUpPeriods, figuresOf } from '@tests/support/periods';
import { books, tamper, type Books } from '@tests/support/proof';

await useOwnDatabase();

const minutesAgo = (count: number): Date => new Date(Date.now() - count * 60_000);

/** A credit of 10 dated `at`, as no route could. */
function dated({ program, asset, participant }: Books, at: Date) {
  const entry = moveBetween(
    { id: newIdAt(at), programId: program.id, type: 'CREDIT', description: 'Dated', referenceId: null, cause: null },
    {
      assetId: asset.id,
      from: { type: 'SYSTEM_ISSUANCE', id: program.id, bucket: null },
      to: { type: 'PARTICIPANT', id: participant.id, bucket: 'AVAILABLE' },
      amount: amountOf('10'),
    },
  );
  return { entry, at };
}

const post = (ours: Books, { entry, at }: ReturnType<typeof dated>, beforeCommit: () => Promise<void> = () => Promise.resolve()) =>
  withTransaction(async (tx) => {
    await commitDecision(tx, { organizationId: ours.id, now: at }, { ...NOTHING, entries: [entry] });
    await tx.query('SELECT 1');
    await beforeCommit();
  });

test('an entry dated into a closed period is refused whoever writes it; one at its end is not', async () => {
  const ours = await books();
  await post(ours, dated(ours, minutesAgo(30)));
  const end = minutesAgo(5);
  const period = await closeBooks(ours.api, end.toISOString());
  await expect(post(ours, dated(ours, new Date(end.getTime() - 1)))).rejects.toMatchObject({ code: 'period_closed', status: 409 });
  await post(ours, dated(ours, end));
  expect(await figuresOf(ours.api, period)).toMatchObject([{ issued: '10.00', closing: '10.00' }]);
  expect(await ours.verify()).toMatchObject({ status: 'PASSED' });
});

test('a transaction that was open when the period was closed is waited for, and counted', async () => {
  const ours = await books();
  let commit = () => {};
  const held = new Promise<void>((resolve) => (commit = resolve));
  let posted = () => {};
  const inFlight = new Promise<void>((resolve) => (posted = resolve));
  const posting = post(ours, dated(ours, minutesAgo(30)), () => (posted(), held));
  await inFlight;
  const { body } = await askToClose(ours.api, minutesAgo(5).toISOString());
  const drawing = drawUpPeriods();
  const status = async () => (await ours.api.get<LedgerPeriod>(`/ledger-periods/${body.id}`)).body.status;
  expect(await status()).toBe('CLOSING');
  commit();
  await posting;
  expect(await drawing).toMatchObject({ performed: 1 });
  expect(await status()).toBe('CLOSED');
  expect(await figuresOf(ours.api, body)).toMatchObject([{ issued: '10.00' }]);
});

test('whoever has written is waited for, also when nobody who wrote later has ended', async () => {
  const ours = await books();
  let end = () => {};
  const held = new Promise<void>((resolve) => (end = resolve));
  let written = () => {};
  const inFlight = new Promise<void>((resolve) => (written = resolve));
  const writing = withTransaction(async (tx) => {
    await tx.query('SELECT pg_current_xact_id()');
    written();
    await held;
  });
  await inFlight;
  const mark = await transactionMark(ours.id);
  expect(await hasPassed(ours.id, mark)).toBe(false);
  end();
  await writing;
  await expect.poll(() => hasPassed(ours.id, mark)).toBe(true);
});

test('kept figures and periods cannot be changed, and what an insider changes all the same is named', async () => {
  const ours = await books();
  await post(ours, dated(ours, minutesAgo(30)));
  const first = await closeBooks(ours.api, minutesAgo(20).toISOString());
  await closeBooks(ours.api, minutesAgo(10).toISOString());
  for (const sql of [
    'UPDATE ledger_period_figures SET issued = issued + 1, closing = closing + 1 WHERE organization_id = $1',
    'DELETE FROM ledger_period_balances WHERE organization_id = $1',
    'DELETE FROM ledger_periods WHERE organization_id = $1',
    "UPDATE ledger_periods SET period_to = period_to - interval '1 hour' WHERE organization_id = $1",
    "UPDATE ledger_periods SET status = 'CLOSING' WHERE organization_id = $1",
  ]) {
    await expect(statement(sql, [ours.id]), sql).rejects.toMatchObject({ code: '23001' });
  }
  const reopenFirst = `UPDATE ledger_periods SET status = 'REOPENED', reopen_reason = 'x', reopened_at = now() WHERE id = $1`;
  await expect(statement(reopenFirst, [first.id])).rejects.toMatchObject({ constraint: 'ledger_periods_last_first' });
  expect(await ours.verify()).toMatchObject({ status: 'PASSED' });
  await tamper('UPDATE ledger_period_figures SET issued = 11, closing = 11 WHERE period_id = $1', [first.id]);
  const { status, violations } = await ours.verify();
  expect(status).toBe('FAILED');
  const named = violations.map(({ check, message, expected, actual }) => ({ check, message, expected, actual }));
  const of = `of asset ${ours.asset.id} in program ${ours.program.id} differs.`;
  expect(named).toEqual(
    expect.arrayContaining([
      { check: 'CLOSED_PERIOD', message: `The period until ${first.to}: issued ${of}`, expected: '10', actual: '11' },
      { check: 'CLOSED_PERIOD', message: `The period until ${first.to}: closing ${of}`, expected: '10', actual: '11' },
    ]),
  );
});

test('of two requests that close at once, one does', async () => {
  const ours = await books();
  const to = minutesAgo(5).toISOString();
  const answers = await Promise.all([askToClose(ours.api, to), askToClose(ours.api, to), askToClose(ours.api, to)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test('a period that is closed while the one before it is reopened goes on from one that stands', async () => {
  const ours = await books();
  await closeBooks(ours.api, minutesAgo(30).toISOString());
  for (let minutes = 20; minutes > 15; minutes--) {
    const last = await closeBooks(ours.api, minutesAgo(minutes).toISOString());
    const [reopened, closed] = await Promise.all([
      ours.api.post(`/ledger-periods/${last.id}/reopen`, { reason: 'A mistake' }),
      askToClose(ours.api, minutesAgo(minutes - 0.5).toISOString()),
    ]);
    expect([200, 409]).toContain(reopened.status);
    expect(closed.status).toBe(201);
    await drawUpPeriods();
    const { data } = (await ours.api.get<{ data: LedgerPeriod[] }>('/ledger-periods?sort_dir=asc')).body;
    const tierMembership = data.filter(({ status }) => status !== 'REOPENED');
    expect(tierMembership.map(({ status }) => status)).toEqual(tierMembership.map(() => 'CLOSED'));
    expect(tierMembership.map(({ from }) => from)).toEqual([null, ...tierMembership.slice(0, -1).map(({ to }) => to)]);
  }
});
