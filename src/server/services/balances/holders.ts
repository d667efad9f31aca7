/**
 * Finds holders by what a path names or by id, checks their status, and opens their accounts for what moves value of them: locked, with what has fallen due
 * decided but not committed yet.
 */
import type { HolderNames, HolderNamesQuery } from '@/contract/holder-names';
import { present } from '@/domain/assert';
import type { Decision } from '@/domain/decision';
import { accountKey, type AccountState, type AssetTerms, type Holder } from '@/domain/ledger/accounts';
import { catchUp } from '@/domain/ledger/catch-up';
import type { LedgerContext } from '@/domain/ledger/command';
import { assertHolderActive, unknownHolder, type FoundHolder } from '@/domain/ledger/holder';
import type { CommitScope } from '@/server/db/commit';
import { loadAccountsForUpdate } from '@/server/db/repositories/ledger/accounts';
import { loadProgramAsset, participantKey } from '@/server/db/repositories/ledger/operation-context';
import { findHolders, type HolderName } from '@/server/db/repositories/people/holders';
import { listCalledGroups, listCalledParticipants } from '@/server/db/repositories/people/known-holders';
import { autocommit, type Tx } from '@/server/db/transaction';
import { Coalescers } from '@/server/platform/coalescer';
import type { Ctx } from '@/server/platform/context';
import { idsAt } from '@/server/platform/ids';

const MAX_BATCH = 100;

/** @param reference our id, or `ext:` and the caller's id: both name the same target, for idempotency keys too. */
export const namedParticipant = (reference: string): HolderName => ({ type: 'PARTICIPANT', key: participantKey(reference) });

export const namedGroup = (id: string): HolderName => ({ type: 'GROUP', key: { id } });

interface Lookup {
  readonly organizationId: string;
  readonly name: HolderName;
}

/** One lane per organization. Concurrent lookups share one statement. */
const lookups = new Coalescers<Lookup, FoundHolder | null>(
  (asked) =>
    findHolders(
      autocommit,
      present(asked[0], 'no batch of lookups is empty').organizationId,
      asked.map(({ name }) => name),
    ),
  MAX_BATCH,
);

/** @throws DomainError not_found. */
export async function findHolder(ctx: Ctx, name: HolderName): Promise<FoundHolder> {
  const organizationId = ctx.organization.id;
  return (await lookups.add(organizationId, { organizationId, name })) ?? unknown(name.type);
}

/** Checks the holder's status as the transaction sees it. @throws DomainError not_found, participant_inactive, group_archived. */
export async function assertFoundActive(tx: Tx, ctx: Ctx, { type, id }: Holder): Promise<void> {
  const [found] = await findHolders(tx, ctx.organization.id, [{ type, key: { id } }]);
  assertHolderActive(found ?? unknown(type));
}

function unknown(type: Holder['type']): never {
  throw unknownHolder(type);
}

export interface HolderAccount {
  readonly context: LedgerContext;
  /** With `due` applied. */
  readonly account: AccountState;
  /** What had fallen due on the account; to be committed before any other decision on it. */
  readonly due: Decision;
  readonly scope: CommitScope;
}

/** @throws DomainError not_found (program), asset_not_found, asset_not_linked, program_suspended, program_archived. */
export async function openHolderAccount(
  tx: Tx,
  ctx: Ctx,
  holder: Holder,
  target: { program_id: string; asset_id: string },
): Promise<HolderAccount> {
  const asset = await loadProgramAsset(tx, ctx.organization.id, target.program_id, target.asset_id);
  const scope = { organizationId: ctx.organization.id, now: ctx.clock.now(), requestId: ctx.requestId };
  return openAccount(tx, scope, holder, target.program_id, asset);
}

/** The same for an asset already loaded, without checking what the program allows. */
export async function openAccount(
  tx: Tx,
  scope: CommitScope,
  holder: Holder,
  programId: string,
  asset: AssetTerms,
): Promise<HolderAccount> {
  const { organizationId, now } = scope;
  const accounts = await loadAccountsForUpdate(tx, organizationId, [{ ...holder, programId, assetId: asset.id, opens: true }]);
  const context = { organizationId, programId, asset, now, newId: idsAt(now) };
  const due = catchUp(accounts, new Map([[asset.id, asset]]), context);
  const account = present(accounts.get(accountKey(holder.id, programId, asset.id)), 'the account was loaded, opened where it was missing');
  return { context, account, due, scope };
}

export async function readHolderNames({ organization }: Ctx, query: HolderNamesQuery): Promise<HolderNames> {
  const { participant_ids, group_ids } = query;
  const [participants, groups] = await Promise.all([
    participant_ids.length === 0 ? [] : listCalledParticipants(organization.id, participant_ids),
    group_ids.length === 0 ? [] : listCalledGroups(organization.id, group_ids),
  ]);
  return { participants, groups };
}
