import { expect, test } from 'vitest';
import type { LedgerVerification } from '@/contract/ledger';
import { claimVerification, recordVerification } from '@/server/db/repositories/ledger/ledger-verifications';
import { newId } from '@/server/platform/ids';
import { runVerifications } from '@/server/services/ledger/run-verifications';
import { sealEntries } from '@/server/services/ledger/seal-entries';
import { useOwnDatabase } from '@tests/support/own-database';
import { books, REAL_TIME, type Books } from '@tests/support/proof';

await useOwnDatabase();

const NEVER = new AbortController().signal;
const PATH = '/reports/ledger-verification';
const start = async ({ api }: Books) => (await api.post<LedgerVerification>(PATH)).body;
const read = async ({ api }: Books, id: string) => (await api.get<LedgerVerification>(`${PATH}/${id}`)).body;

test('while value moves and entries are sealed, verification after verification finds nothing wrong', async () => {
  const ours = await books({ inventory_mode: 'LOT' });
  const target = { program_id: ours.program.id, asset_id: ours.asset.id, description: 'Test' };
  let moving = true;
  const move = async (worker: number): Promise<void> => {
    for (let i = 0; moving; i++) {
      await ours.adjust({ amount: '7' });
      await ours.api.post('/participants/ext:ada/balances/hold', { ...target, amount: '3', reference_id: `hold-${worker}` });
      await ours.api.post('/participants/ext:ada/balances/release', { ...target, amount: '1', reference_id: `hold-${worker}` });
      await ours.adjust({ type: 'DEBIT', amount: String(i % 9 === 0 ? 60 : 2), shortfall_policy: 'ALLOW_NEGATIVE' });
    }
  };
  const seal = async (): Promise<void> => {
    while (moving) await sealEntries({ clock: REAL_TIME, limit: 200, signal: NEVER });
  };
  const running = [move(1), move(2), move(3), seal()];
  const verdicts: LedgerVerification[] = [];
  for (let round = 0; round < 8; round++) verdicts.push(await ours.verify());
  moving = false;
  await Promise.all(running);
  verdicts.push(await ours.verify());
  expect(verdicts.map(({ status, violations }) => ({ status, violations }))).toEqual(
    verdicts.map(() => ({ status: 'PASSED', violations: [] })),
  );
  expect(verdicts.at(-1)!.checked).toBeGreaterThan(verdicts[0]!.checked);
});

test('a verification goes on from page to page, whoever takes it up, and looks at each row once', async () => {
  const ours = await books();
  await ours.postEntries(1_700);
  const { id } = await start(ours);
  let now = Date.now();
  const hurried = { now: () => new Date((now += 1_700)) };
  const seen: number[] = [];
  while ((await runVerifications({ clock: hurried, signal: NEVER })).more) seen.push((await read(ours, id)).checked);
  expect(new Set(seen).size).toBeGreaterThan(3);
  expect(await read(ours, id)).toMatchObject({ status: 'PASSED', checked: 1_702, total: 1_702 });
});

test('what a worker that died had begun is taken up when its lease ends, and the dead worker records nothing any more', async () => {
  const ours = await books();
  await ours.postEntries(3);
  const { id } = await start(ours);
  const dead = newId();
  const claimed = await claimVerification(new Date(), dead, new Date(Date.now() + 60_000));
  expect(claimed?.id).toBe(id);
  expect(await runVerifications({ clock: REAL_TIME, signal: NEVER })).toEqual({ performed: 0, more: false });
  const later = { now: () => new Date(Date.now() + 61_000) };
  await runVerifications({ clock: later, signal: NEVER });
  expect(await read(ours, id)).toMatchObject({ status: 'PASSED', checked: 5 });
  expect(await recordVerification(claimed!, dead, claimed!, 'FAILED', new Date())).toBe(false);
  expect((await read(ours, id)).status).toBe('PASSED');
});

test('a worker that is told to stop leaves the verification to the next', async () => {
  const ours = await books();
  await ours.postEntries(3);
  const { id } = await start(ours);
  await runVerifications({ clock: REAL_TIME, signal: AbortSignal.abort() });
  expect((await read(ours, id)).status).toBe('RUNNING');
  await runVerifications({ clock: REAL_TIME, signal: NEVER });
  expect((await read(ours, id)).status).toBe('PASSED');
});
