/**
 * Decides balance commands in their order, each on what those before it left: one that is refused changes nothing and keeps none of the
 * others from being decided.
 */
import { present } from '@/domain/assert';
import { combine, type Decision, type NewId } from '@/domain/decision';
import { DomainError, orRefusal } from '@/domain/errors';
import { assertSameRequest } from '@/domain/idempotency';
import { accountKey, type AccountKey, type AccountState, type AssetTerms } from './accounts';
import { advanceAll } from './advance';
import { admitCommand, decideBalanceCommand, drawsOnWallet, type BalanceCommand, type RequestIdentity } from './balance-command';
import { catchUp } from './catch-up';
import type { FoundHolder } from './holder';

/** A command, and what is known of it before any account is. */
export interface QueuedCommand {
  readonly command: BalanceCommand;
  readonly holder: FoundHolder;
  /** The terms of its asset, or why its program may not move it. */
  readonly asset: AssetTerms | DomainError;
  /** Null for a command without an idempotency key. */
  readonly request: KeyedRequest | null;
}

interface KeyedRequest extends RequestIdentity {
  /** An idempotency key, which counts within the program of the command. */
  readonly key: string;
}

/** What the commands are decided on. */
export interface Books {
  /** Locked: those of every command, and the wallets that it may draw on. */
  readonly accounts: ReadonlyMap<AccountKey, AccountState>;
  /** The account of each lot that a command names, by the id of the lot. */
  readonly accountsOfLots: ReadonlyMap<string, AccountKey>;
}

export interface AppliedCommand {
  readonly command: BalanceCommand;
  readonly asset: AssetTerms;
  readonly decision: Decision;
  /** The account with the decision applied. */
  readonly account: AccountState;
}

/** A command that repeats an applied one of the same batch under its idempotency key has that one's outcome. */
export type CommandOutcome =
  { readonly applied: AppliedCommand; readonly repeats: boolean } | { readonly applied: null; readonly refusal: DomainError };

/** A command with the terms of its asset, or why it is refused before any account is looked at. */
interface AdmittedCommand {
  readonly one: QueuedCommand;
  readonly asset: AssetTerms | DomainError;
}

interface BatchScope {
  readonly organizationId: string;
  readonly now: Date;
  readonly newId: NewId;
}

/** @returns an outcome for each command, in order, and what is to be committed for all of them: what had fallen due before, first. */
export function decideBatch(
  queued: readonly QueuedCommand[],
  books: Books,
  scope: BatchScope,
): { readonly outcomes: readonly CommandOutcome[]; readonly decision: Decision } {
  const admitted = queued.map((one): AdmittedCommand => ({
    one,
    asset: orRefusal(() => admitCommand(one.command, one.holder, one.asset)),
  }));
  const { accounts, due } = upToDate(admitted, books, scope);
  const batch = new Batch({ ...books, accounts }, scope);
  const outcomes = admitted.map(({ one, asset }) => {
    const outcome = orRefusal(() => batch.decide(one, asset));
    return outcome instanceof DomainError ? { applied: null, refusal: outcome } : outcome;
  });
  const applied = outcomes.flatMap((outcome) => (outcome.applied && !outcome.repeats ? [outcome.applied.decision] : []));
  return { outcomes, decision: combine([due, ...applied]) };
}

/** The accounts of the commands that are not refused yet, and what has fallen due on them. */
function upToDate(admitted: readonly AdmittedCommand[], books: Books, scope: BatchScope) {
  const keys = admitted.flatMap(({ one, asset }) => (asset instanceof DomainError ? [] : accountsOf(one, asset)));
  const accounts = new Map(keys.map((key) => [key, loaded(books, key)]));
  const assets = new Map(admitted.flatMap(({ asset }) => (asset instanceof DomainError ? [] : [[asset.id, asset] as const])));
  return { due: catchUp(accounts, assets, scope), accounts };
}

const loaded = ({ accounts }: Books, key: AccountKey): AccountState =>
  present(accounts.get(key), 'the accounts of every command that is not refused were loaded');

function accountsOf({ command, holder }: QueuedCommand, asset: AssetTerms): AccountKey[] {
  const { program_id: programId } = command;
  const own = accountKey(holder.id, programId, asset.id);
  return drawsOnWallet(command, asset) ? [own, accountKey(programId, programId, asset.id)] : [own];
}

class Batch {
  /** The first use of each idempotency key that was not refused. */
  private readonly firstUses = new Map<string, { readonly fingerprint: string; readonly applied: AppliedCommand }>();

  constructor(
    private readonly books: Books & { readonly accounts: Map<AccountKey, AccountState> },
    private readonly scope: BatchScope,
  ) {}

  /** @throws DomainError the refusal. */
  decide(one: QueuedCommand, asset: AssetTerms | DomainError): CommandOutcome {
    const { request } = one;
    const use = request && `${one.command.program_id}/${request.key}`;
    const earlier = use === null ? undefined : this.firstUses.get(use);
    if (request && earlier) {
      assertSameRequest(earlier.fingerprint, request.fingerprint);
      return { applied: earlier.applied, repeats: true };
    }
    if (asset instanceof DomainError) throw asset;
    const applied = this.apply(one, asset);
    if (request && use !== null) this.firstUses.set(use, { fingerprint: request.fingerprint, applied });
    return { applied, repeats: false };
  }

  private apply({ command, holder }: QueuedCommand, asset: AssetTerms): AppliedCommand {
    const { accounts, accountsOfLots } = this.books;
    const { program_id: programId } = command;
    const key = accountKey(holder.id, programId, asset.id);
    const state = {
      context: { ...this.scope, programId, asset },
      holder,
      account: loaded(this.books, key),
      wallet: drawsOnWallet(command, asset) ? loaded(this.books, accountKey(programId, programId, asset.id)) : null,
      accountsOfLots,
    };
    const decision = decideBalanceCommand(state, command);
    for (const [changed, account] of advanceAll(accounts, decision, this.scope.now)) accounts.set(changed, account);
    return { command, asset, decision, account: loaded(this.books, key) };
  }
}
