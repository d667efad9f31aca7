/** The benchmark organization: filled bypassing the service, it is as the service itself would have made it. */
import { describe, expect, test } from 'vitest';
import { organizationClock } from '@/server/platform/context';
import { statement } from '@/server/db/transaction';
import { getVerification, startVerification } from '@/server/services/ledger/verify-ledger';
import { withTransaction } from '@/server/db/transaction';
import { casesOf } from '@tests/bench/pages/cases';
import { samplesOf } from '@tests/bench/pages/samples';
import { contextOf } from '@tests/bench/population/configuration';
import { populate } from '@tests/bench/population/populate';
import { drifted, unbalancedAssets } from '@tests/support/ledger';
import { useOwnDatabase } from '@tests/support/own-database';
import { runAllVerifications } from '@tests/support/proof';

await useOwnDatabase();

describe('an organization filled for measurements', async () => {
  const plan = await populate({ participants: 1_000, postings: 5_000 });
  const count = async (table: string): Promise<number> => {
    const [row] = await statement<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${table} WHERE organization_id = $1`, [
      plan.organizationId,
    ]);
    return row!.rows;
  };

  test('has as much as was asked for', async () => {
    expect(await count('participants')).toBe(1_000);
    expect(await count('events')).toBe(1_000);
    expect((await count('webhook_attempts')) + (await count('webhook_queue'))).toBe(1_000);
    expect(Math.abs((await count('postings')) - 5_000)).toBeLessThan(100);
  });

  test('has a ledger that the verification passes', async () => {
    const ctx = contextOf(plan.organizationId);
    const { verification } = await withTransaction((tx) => startVerification(ctx, tx));
    await runAllVerifications();
    const { status, violation_count, checked } = await getVerification(ctx, verification.id);
    expect({ status, violation_count }).toEqual({ status: 'PASSED', violation_count: 0 });
    expect(checked).toBeGreaterThan(2_000);
    expect(await drifted(plan.organizationId)).toEqual([]);
    expect(await unbalancedAssets(plan.organizationId)).toEqual([]);
  });

  test('has a sample for every procedure that reads', async () => {
    const { missed } = casesOf(await samplesOf(plan.organizationId, organizationClock(0).now()));
    expect(missed).toEqual([]);
  });
});
