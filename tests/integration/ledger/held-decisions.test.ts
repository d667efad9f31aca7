/** What is held for a decision is held only while that is reserved: a verification names whatever was left behind. */
import { describe, expect, test } from 'vitest';
import type { LedgerVerification } from '@/contract/ledger';
import { till, type TestTill } from '@tests/support/decisions';
import { useOwnDatabase } from '@tests/support/own-database';
import { runAllVerifications, tamper } from '@tests/support/proof';

await useOwnDatabase();

const CANCELLED = `UPDATE decisions SET status = 'CANCELLED', plan = NULL, resolved_at = now() WHERE organization_id = $1`;

async function verify({ api }: TestTill): Promise<LedgerVerification> {
  const { body } = await api.post<LedgerVerification>('/reports/ledger-verification');
  await runAllVerifications();
  return (await api.get<LedgerVerification>(`/reports/ledger-verification/${body.id}`)).body;
}

/** A till with a reservation that holds nothing spent by its rules, and one of a fee that holds 7 for each of them. */
async function reserved(inventory_mode: 'SIMPLE' | 'LOT'): Promise<TestTill & { references: string[] }> {
  const club = await till({ inventory_mode });
  await club.addRule({ name: 'Fee', condition: 'event.type == "fee"', actions: [{ type: 'DEBIT', asset_id: club.asset.id, amount: '7' }] });
  const [earned, spent] = [await club.held(), await club.held({ event_data: { type: 'fee' } })];
  return { ...club, references: [`service:decision:${earned.id}:earned`, `service:decision:${spent.id}`].sort() };
}

describe.each(['SIMPLE', 'LOT'] as const)('with a %s asset', (inventory_mode) => {
  test('a ledger with reservations, ended and not, is whole', async () => {
    const club = await reserved(inventory_mode);
    const others = [await club.held(), await club.held(), await club.held()] as const;
    await club.end('commit', others[0]);
    await club.end('cancel', others[1]);
    await club.change(others[2], { event_data: { type: 'purchase', amount: 90 } });
    expect(await verify(club)).toMatchObject({ status: 'PASSED', violations: [] });
    await club.advance('1d');
    expect(await verify(club)).toMatchObject({ status: 'PASSED', violations: [] });
  });

  test.each([
    ['ended without giving back what is held for it', CANCELLED],
    ['is gone', 'DELETE FROM decisions WHERE organization_id = $1'],
  ])('whatever is held for a decision that %s is named', async (_, change) => {
    const club = await reserved(inventory_mode);
    await tamper(change, [club.id]);
    const { status, violations } = await verify(club);
    expect(status).toBe('FAILED');
    expect(violations.map(({ check, expected }) => ({ check, expected }))).toEqual(
      club.references.map(() => ({ check: 'HOLD_ENDED', expected: '0' })),
    );
    expect(violations.map(({ hold_reference }) => hold_reference).sort()).toEqual(club.references);
  });

  test('a hold under a reference of decisions that names none is named', async () => {
    const club = await till({ inventory_mode });
    await club.command('hold', { amount: '4', reference_id: 'order' });
    await tamper(`UPDATE holds SET reference_id = 'service:decision:none' WHERE organization_id = $1`, [club.id]);
    const { violations } = await verify(club);
    expect(violations).toContainEqual(expect.objectContaining({ check: 'HOLD_ENDED', actual: '4', expected: '0' }));
  });
});
