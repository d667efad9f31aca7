/** Loads what balance commands of one organization are decided on, and locks what they may move. */
import { present } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import { accountKey, type AccountKey, type AssetTerms, type Holder } from '@/domain/ledger/accounts';
import { drawsOnWallet, type BalanceCommand } from '@/domain/ledger/balance-command';
import type { Books, QueuedCommand } from '@/domain/ledger/command-batch';
import type { FoundHolder } from '@/domain/ledger/holder';
import type { Ctx } from '@/server/platform/context';
import type { AuditScope } from '@/server/db/audit-scope';
import { loadAccountsForUpdate, type AccountRef } from '@/server/db/repositories/ledger/accounts';
import { claimKeys, type KeyClaim } from '@/server/db/repositories/ledger/idempotency-records';
import { accountsOfLots } from '@/server/db/repositories/ledger/lots';
import { loadProgramAssets } from '@/server/db/repositories/ledger/operation-context';
import { findHolders, type HolderName } from '@/server/db/repositories/people/holders';
import type { Tx } from '@/server/db/transaction';

/** A command, the holder that it names, the context of its request, and its actor. */
export interface CommandRequest {
  readonly ctx: Ctx;
  readonly holder: HolderName;
  readonly command: BalanceCommand;
  readonly actor: AuditScope | null;
}

export interface LoadedCommand {
  readonly sent: CommandRequest;
  readonly holder: FoundHolder | null;
  /** `FREE` for a command without an idempotency key. */
  readonly claim: KeyClaim;
  readonly asset: AssetTerms | DomainError;
}

interface LoadedCommands {
  /** One per request, in order. */
  readonly commands: readonly LoadedCommand[];
  readonly books: Books;
}

export interface LoadScope {
  readonly organizationId: string;
  readonly now: Date;
}

/**
 * Everything is asked for at once, in this order over one connection, on the guess that holders named by their ids exist. Where one is
 * named otherwise no account is loaded yet, since all are locked in one order.
 */
export async function loadCommands(
  tx: Tx,
  { organizationId, now }: LoadScope,
  requests: readonly CommandRequest[],
): Promise<LoadedCommands> {
  const keys = new Map(
    requests.flatMap((sent) => {
      const { ctx, command } = sent;
      return ctx.idempotencyKey === null ? [] : [[scopedKeyOf(sent), { scopeId: command.program_id, key: ctx.idempotencyKey }] as const];
    }),
  );
  const pairs = new Map(
    requests.map(({ command }) => [pairOf(command), { programId: command.program_id, assetId: command.asset_id }] as const),
  );
  const lotIds = requests.flatMap(({ command }) => ('lot_ids' in command ? (command.lot_ids ?? []) : []));
  const [holders, claims, assets, accounts, lots] = await Promise.all([
    findHolders(
      tx,
      organizationId,
      requests.map(({ holder }) => holder),
    ),
    keys.size > 0 ? claimKeys(tx, organizationId, now, [...keys.values()]) : [],
    loadProgramAssets(tx, organizationId, [...pairs.values()]),
    loadAccountsForUpdate(tx, organizationId, guessedAccounts(requests)),
    lotIds.length > 0 ? accountsOfLots(tx, organizationId, lotIds) : NO_LOTS,
  ]);
  const claimOf = new Map([...keys.keys()].map((key, index) => [key, claims[index]]));
  const assetOf = new Map([...pairs.keys()].map((pair, index) => [pair, assets[index]]));
  return {
    commands: holders.map((holder, index) => {
      const sent = present(requests[index], 'each request has one holder or null, in order');
      const claim = sent.ctx.idempotencyKey === null ? 'FREE' : present(claimOf.get(scopedKeyOf(sent)), 'every key was claimed');
      return { sent, holder, claim, asset: present(assetOf.get(pairOf(sent.command)), 'the asset of every command was asked for') };
    }),
    books: { accounts, accountsOfLots: lots },
  };
}

const NO_LOTS: ReadonlyMap<string, AccountKey> = new Map();

const scopedKeyOf = ({ ctx, command }: CommandRequest): string => `${command.program_id}/${ctx.idempotencyKey}`;

const pairOf = ({ program_id, asset_id }: BalanceCommand): string => `${program_id}/${asset_id}`;

/** The books with the accounts of all these commands: those already loaded, or else loaded now. */
export async function openBooks(tx: Tx, { organizationId }: LoadScope, queued: readonly QueuedCommand[], books: Books): Promise<Books> {
  const refs = distinct(
    queued.flatMap(({ command, holder, asset }) =>
      asset instanceof DomainError ? [] : accountsAt(holder, { ...command, asset_id: asset.id }, drawsOnWallet(command, asset)),
    ),
  );
  if (refs.every((ref) => books.accounts.has(keyOfRef(ref)))) return books;
  return { ...books, accounts: await loadAccountsForUpdate(tx, organizationId, refs) };
}

/** The accounts of holders that are all named by their ids; only a PREFUNDED asset has a wallet to be found. */
function guessedAccounts(requests: readonly CommandRequest[]): AccountRef[] {
  const refs = requests.map(({ holder: { type, key }, command }) =>
    'id' in key ? accountsAt({ type, id: key.id }, command, drawsOnWallet(command, { issuancePolicy: 'PREFUNDED' })) : null,
  );
  const known = refs.filter((own) => own !== null);
  return known.length < refs.length ? [] : distinct(known.flat());
}

function accountsAt(
  { type, id }: Holder,
  { program_id: programId, asset_id: assetId }: Pick<BalanceCommand, 'program_id' | 'asset_id'>,
  withWallet: boolean,
): AccountRef[] {
  const own: AccountRef = { type, id, programId, assetId };
  return withWallet ? [own, { type: 'PROGRAM_WALLET', id: programId, programId, assetId }] : [own];
}

const keyOfRef = ({ id, programId, assetId }: AccountRef): AccountKey => accountKey(id, programId, assetId);

const distinct = (refs: readonly AccountRef[]): AccountRef[] => [...new Map(refs.map((ref) => [keyOfRef(ref), ref])).values()];
