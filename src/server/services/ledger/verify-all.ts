/** Verifies the ledger of every organization to the end in one call, as after a restore. */
import type { Clock } from '@/server/platform/context';
import { listOrganizationRows } from '@/server/db/repositories/organizations/organizations';
import { findRunningVerification, findVerification, insertVerification } from '@/server/db/repositories/ledger/ledger-verifications';
import { withTransaction } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { runVerifications } from './run-verifications';

const PAGE = 200;

interface AllVerified {
  readonly organizations: number;
  /** Ids of the organizations whose ledger did not pass. */
  readonly broken: readonly string[];
}

/** @param clock real time. */
export async function verifyAll(clock: Clock): Promise<AllVerified> {
  const ids = await organizationIds();
  const started = new Map<string, string>();
  for (const id of ids) {
    const verification = await withTransaction(
      async (tx) => (await insertVerification(tx, id, newId(), clock.now())) ?? (await findRunningVerification(tx, id)),
    );
    if (verification) started.set(id, verification.id);
  }
  while ((await runVerifications({ clock, signal: new AbortController().signal })).more);
  const broken: string[] = [];
  for (const id of ids) {
    const verification = started.get(id);
    if (!verification || (await findVerification(id, verification))?.status !== 'PASSED') broken.push(id);
  }
  return { organizations: ids.length, broken };
}

async function organizationIds(): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listOrganizationRows({ limit: PAGE, cursor, sort_by: 'created_at', sort_dir: 'asc' });
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}
