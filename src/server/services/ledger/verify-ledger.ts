/** Starts, reads and lists verifications, and verifies the ledger of every organization to the end in one call, as after a restore. */
import type { ListLedgerVerifications } from '@/contract/ledger';
import { DomainError } from '@/domain/errors';
import type { KeysetPage } from '@/server/db/keyset';
import {
  findRunningVerification,
  findVerification,
  insertVerification,
  listVerificationRows,
  type VerificationRow,
  type VerificationWithViolations,
} from '@/server/db/repositories/ledger/ledger-verifications';
import { listOrganizationRows } from '@/server/db/repositories/organizations/organizations';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Clock, Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { wake } from '@/server/platform/wake';
import { runVerifications } from './run-verifications';

const PAGE = 200;

interface StartedVerification {
  readonly verification: VerificationWithViolations;
  /** False when one was already running, which is then returned. */
  readonly isNew: boolean;
}

/** An organization has at most one running verification. */
export async function startVerification(ctx: Ctx, tx: Tx): Promise<StartedVerification> {
  const started = await insertVerification(tx, ctx.organization.id, newId(), ctx.clock.now());
  tx.afterCommit(() => wake('verify-ledgers'));
  if (started) return { verification: started, isNew: true };
  const running = await findRunningVerification(tx, ctx.organization.id);
  if (!running) throw new DomainError('retryable_conflict', 'Another verification has just ended; send the request again.');
  return { verification: running, isNew: false };
}

/** @throws DomainError not_found. */
export async function getVerification(ctx: Ctx, id: string): Promise<VerificationWithViolations> {
  const found = await findVerification(ctx.organization.id, id);
  if (!found) throw new DomainError('not_found', 'There is no verification with this id.', { param: 'id' });
  return found;
}

export const listVerifications = (ctx: Ctx, query: ListLedgerVerifications): Promise<KeysetPage<VerificationRow>> =>
  listVerificationRows(ctx.organization.id, query);

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
