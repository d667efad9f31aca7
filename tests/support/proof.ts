/** Sets up tests of the ledger proof: many entries, sealing, verification, and an insider who tampers with rows. */
import type { LedgerVerification } from '@/contract/ledger';
import { NOTHING } from '@/domain/decision';
import { moveBetween } from '@/domain/ledger/entry';
import { amountOf } from '@/domain/money';
import { databaseUrl } from '@/env';
import { commitDecision } from '@/server/db/commit';
import { segmentsOf, type SegmentRow } from '@/server/db/repositories/ledger/entry-seals';
import { nextDayWithTotals, wrongTotalsOf, type WrongTotal } from '@/server/db/repositories/reports/report-totals';
import { statement, withTransaction, type Tx } from '@/server/db/transaction';
import { idsAt } from '@/server/platform/ids';
import { runVerifications } from '@/server/services/ledger/run-verifications';
import { sealOrganization } from '@/server/services/ledger/seal-entries';
import { withConnection } from '../../prisma/connect';
import { ledger, type TestLedger } from './ledger';

export const REAL_TIME = { now: () => new Date() };
const NEVER = new AbortController().signal;

export interface Books extends TestLedger {
  /** Commits `count` entries of `each` to the participant in one transaction; returns their ids. */
  postEntries(count: number, settings?: { each?: string; beforeCommit?: () => Promise<void> }): Promise<string[]>;
  seal(): Promise<void>;
  /** Starts a verification and runs it to completion. */
  verify(): Promise<LedgerVerification>;
}

/** An organization with a SIMPLE asset and one participant. */
export async function books(settings: Parameters<typeof ledger>[0] = {}): Promise<Books> {
  const made = await ledger(settings);
  const { id: organizationId, program, asset, participant, api } = made;
  const insert = (tx: Tx, count: number, each: string): Promise<string[]> => {
    const now = new Date();
    const ids = Array.from({ length: count }, idsAt(now));
    const entries = ids.map((id) =>
      moveBetween(
        { id, programId: program.id, type: 'CREDIT', description: 'Posted', referenceId: null, cause: null },
        {
          assetId: asset.id,
          from: { type: 'SYSTEM_ISSUANCE', id: program.id, bucket: null },
          to: { type: 'PARTICIPANT', id: participant.id, bucket: 'AVAILABLE' },
          amount: amountOf(each),
        },
      ),
    );
    return commitDecision(tx, { organizationId, now }, { ...NOTHING, entries }).then(() => ids);
  };
  return {
    ...made,
    postEntries: (count, { each = '1.50', beforeCommit } = {}) =>
      withTransaction(async (tx) => {
        const ids = await insert(tx, count, each);
        await tx.query('SELECT 1');
        await beforeCommit?.();
        return ids;
      }),
    seal: () => sealOrganization(organizationId, REAL_TIME),
    verify: async () => {
      const { body } = await api.post<LedgerVerification>('/reports/ledger-verification');
      await runAllVerifications();
      return (await api.get<LedgerVerification>(`/reports/ledger-verification/${body.id}`)).body;
    },
  };
}

/** Runs every pending verification to completion. */
export async function runAllVerifications(): Promise<void> {
  while ((await runVerifications({ clock: REAL_TIME, signal: NEVER })).more);
}

export interface SealedEntryRow {
  position: number;
  entry_id: string;
  entry_hash: string;
  previous_hash: string;
}

/** Every sealed entry, in the order of the chain, each as it is found by its id. */
export function sealedEntriesOf(organizationId: string): Promise<SealedEntryRow[]> {
  return statement<SealedEntryRow>(
    `SELECT found.position, entry.id AS entry_id, encode(found.entry_hash, 'hex') AS entry_hash, encode(found.previous_hash, 'hex') AS previous_hash
     FROM entry_seals s CROSS JOIN LATERAL unnest(s.entry_ids) WITH ORDINALITY AS entry (id, n)
     LEFT JOIN LATERAL seal_of_entry(s.organization_id, entry.id) found ON true
     WHERE s.organization_id = $1 ORDER BY s.first_position, entry.n`,
    [organizationId],
  );
}

/** Every seal with its entries, in the order of the chain. */
export const segmentsOfChain = (organizationId: string): Promise<SegmentRow[]> =>
  segmentsOf(organizationId, { after: 0, through: Number.MAX_SAFE_INTEGER }, Number.MAX_SAFE_INTEGER);

/** Changes rows as the database owner could: no trigger or foreign key is enforced. */
export async function tamper(sql: string, values: readonly unknown[] = []): Promise<void> {
  await withConnection(databaseUrl(), async (client) => {
    await client.query('SET session_replication_role = replica');
    const { rowCount } = await client.query(sql, [...values]);
    if (!rowCount) throw new Error(`nothing was changed by: ${sql}`);
  });
}

/** Totals that differ from the sum of their entries. */
export async function wrongTotals(organizationId: string): Promise<WrongTotal[]> {
  const wrong: WrongTotal[] = [];
  for (let day = await nextDayWithTotals(organizationId, null); day !== null; day = await nextDayWithTotals(organizationId, day))
    wrong.push(...(await wrongTotalsOf(organizationId, day)));
  return wrong;
}
