/**
 * Performs balance operations of one organization in one transaction, in order: each sees the effects of those before it and is
 * refused on its own, and those not refused commit together.
 */
import { combine, type Decision } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { requestFingerprint } from '@/domain/idempotency';
import { accountKey, type AccountKey, type AccountState, type AssetTerms, type Holder } from '@/domain/ledger/accounts';
import { advanceAll } from '@/domain/ledger/advance';
import { catchUp } from '@/domain/ledger/catch-up';
import type { Ctx } from '@/server/platform/context';
import { nameActors, type AuditScope } from '@/server/db/audit-scope';
import { commitDecision } from '@/server/db/commit';
import { loadAccountsForUpdate, type AccountRef } from '@/server/db/repositories/ledger/accounts';
import { enroll } from '@/server/db/repositories/events/enrollment';
import { findHolders, type FoundHolder } from '@/server/db/repositories/people/holders';
import {
  claimKeys,
  recordOutcomes,
  type KeptOutcome,
  type KeyClaim,
  type NewOutcome,
} from '@/server/db/repositories/ledger/idempotency-records';
import { accountsOfLots } from '@/server/db/repositories/ledger/lots';
import { loadProgramAssets, type ProgramAsset } from '@/server/db/repositories/ledger/operation-context';
import type { Tx } from '@/server/db/transaction';
import { idsAt } from '@/server/platform/ids';
import { replayed, type Outcome } from '@/server/services/idempotent';
import type { BalanceOperation, OpenedAccount } from './balance-operation';
import { unknownHolder } from './holders';

/** An operation, the context of its request, and its actor. */
export interface Asked {
  readonly ctx: Ctx;
  readonly operation: BalanceOperation<unknown>;
  readonly actor: AuditScope | null;
}

/** `in_flight`: another request is using the key. */
export type Performed = Outcome<unknown> | DomainError | 'in_flight';

export interface BatchTerms {
  /** What is committed: each operation that is not refused, all of them unless one is refused, or nothing. */
  readonly commits: 'EACH' | 'ALL_OR_NOTHING' | 'NOTHING';
  /** Whether no operation is performed while the key of any is in flight. */
  readonly waits: boolean;
}

interface Ready {
  readonly asked: Asked;
  readonly holder: FoundHolder;
  readonly asset: AssetTerms;
}

interface Done extends Ready {
  readonly decision: Decision;
  readonly body: unknown;
}

/** What the operations are decided on. */
interface Books {
  readonly accounts: Map<AccountKey, AccountState>;
  readonly accountsOfLots: ReadonlyMap<string, AccountKey>;
}

/** What is asked for at once, before it is known who is there. */
interface Loaded extends Books {
  /** One per operation, in order. */
  readonly holders: readonly (FoundHolder | null)[];
  readonly claims: readonly (readonly [Asked, KeyClaim])[];
  /** By `pairOf` the operation. */
  readonly assets: ReadonlyMap<string, AssetTerms | DomainError>;
}

const STATUS = 200;

export class OperationBatch {
  private readonly results = new Map<Asked, Performed>();
  /** The outcomes of this batch, by program and key. */
  private readonly made = new Map<string, KeptOutcome>();
  private readonly organizationId: string;
  private readonly now: Date;

  /** @param asked operations of one organization. */
  constructor(
    private readonly tx: Tx,
    private readonly asked: readonly Asked[],
    private readonly terms: BatchTerms,
  ) {
    const { organization, clock } = asked.at(-1)!.ctx;
    this.organizationId = organization.id;
    this.now = clock.now();
  }

  /** One result per operation, in order. The commit fails with KeyTaken when another transaction used a key first. */
  async run(): Promise<Performed[]> {
    const { asked, results, terms } = this;
    const { holders, claims, ...loaded } = await this.load();
    const found = this.found(holders);
    for (const [one, claim] of claims) if (found.has(one)) this.answerFromEarlier(one, found.get(one)!, claim);
    if (terms.waits && [...results.values()].includes('in_flight')) return asked.map(() => 'in_flight');
    const waiting = asked.filter((one) => !results.has(one));
    if (waiting.length === 0) return asked.map((one) => results.get(one)!);
    const prepared = waiting.map((one) => readyToDecide(one, found.get(one)!, loaded.assets.get(pairOf(one.operation))!));
    await this.perform(prepared, loaded);
    return asked.map((one) => results.get(one)!);
  }

  /**
   * Everything is asked for at once, in this order over one connection, on the guess that holders named by their ids exist. Where one is
   * named otherwise no account is loaded yet, since all are locked in one order.
   */
  private async load(): Promise<Loaded> {
    const { tx, organizationId, now, asked } = this;
    const operations = asked.map(({ operation }) => operation);
    const keyed = asked.filter(({ ctx }) => ctx.idempotencyKey !== null);
    const groups = [...Map.groupBy(keyed, nameOfKey).values()];
    const keys = groups.map(([first]) => ({ scopeId: first!.operation.programId, key: first!.ctx.idempotencyKey! }));
    const pairs = [...new Map(operations.map((operation) => [pairOf(operation), operation])).values()];
    const lotIds = operations.flatMap((operation) => operation.lotIds);
    const [holders, claims, assets, accounts, lots] = await Promise.all([
      findHolders(
        tx,
        organizationId,
        operations.map(({ holder }) => holder),
      ),
      keys.length > 0 ? claimKeys(tx, organizationId, now, keys) : [],
      loadProgramAssets(tx, organizationId, pairs),
      loadAccountsForUpdate(tx, organizationId, guessedAccounts(operations)),
      lotIds.length > 0 ? accountsOfLots(tx, organizationId, lotIds) : NO_LOTS,
    ]);
    return {
      holders,
      claims: groups.flatMap((group, index) => group.map((one) => [one, claims[index]!] as const)),
      assets: new Map(pairs.map((pair, index) => [pairOf(pair), assets[index]!])),
      accounts,
      accountsOfLots: lots,
    };
  }

  private unlessRefused<T>(asked: Asked, work: () => T): T[] {
    try {
      return [work()];
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.results.set(asked, error);
      return [];
    }
  }

  private found(holders: Loaded['holders']): Map<Asked, FoundHolder> {
    const found = new Map<Asked, FoundHolder>();
    for (const [index, one] of this.asked.entries()) {
      const holder = holders[index];
      if (holder) found.set(one, holder);
      else this.results.set(one, unknownHolder(one.operation.holder.type));
    }
    return found;
  }

  private answerFromEarlier(one: Asked, holder: FoundHolder, claim: KeyClaim): void {
    if (claim === 'FREE') return;
    if (claim === 'TAKEN') this.results.set(one, 'in_flight');
    else this.unlessRefused(one, () => this.results.set(one, replayed(claim, fingerprintOf(one, holder))));
  }

  private async perform(prepared: readonly (Ready | Refused)[], loaded: Books): Promise<void> {
    const { organizationId, now, terms } = this;
    const ready = prepared.filter((one) => 'asset' in one);
    const books: Books = { ...loaded, accounts: await this.opened(accountsOf(ready), loaded.accounts) };
    const assets = new Map(ready.map(({ asset }) => [asset.id, asset]));
    const due = catchUp(books.accounts, assets, { organizationId, now, newId: idsAt(now) });
    const done = prepared.flatMap((one) => this.unlessRefused(one.asked, () => this.decided(one, books)).flat());
    const refused = [...this.results.values()].some((result) => result === 'in_flight' || result instanceof DomainError);
    const commits = terms.commits === 'EACH' || (terms.commits === 'ALL_OR_NOTHING' && !refused);
    if (commits && done.length > 0) await this.commit(due, done);
  }

  /** These accounts: out of those already loaded, or loaded now. */
  private async opened(refs: readonly AccountRef[], loaded: Books['accounts']): Promise<Books['accounts']> {
    const keys = refs.map(({ id, programId, assetId }) => accountKey(id, programId, assetId));
    if (!keys.every((key) => loaded.has(key))) return loadAccountsForUpdate(this.tx, this.organizationId, refs);
    return new Map(keys.map((key) => [key, loaded.get(key)!]));
  }

  /** Nothing when an operation before it has used its key. */
  private decided(one: Ready | Refused, books: Books): Done[] {
    const { asked, holder } = one;
    const isKeyed = asked.ctx.idempotencyKey !== null;
    const earlier = isKeyed ? this.made.get(nameOfKey(asked)) : undefined;
    if (earlier) {
      this.results.set(asked, replayed(earlier, fingerprintOf(asked, holder)));
      return [];
    }
    if ('refusal' in one) throw one.refusal;
    const done = this.decide(one, books);
    this.results.set(asked, { status: STATUS, body: done.body, replayed: false });
    if (isKeyed) this.made.set(nameOfKey(asked), { fingerprint: fingerprintOf(asked, holder), status: STATUS, response: done.body });
    return [done];
  }

  private decide(ready: Ready, { accounts, accountsOfLots }: Books): Done {
    const { organizationId, now } = this;
    const { holder, asset, asked } = ready;
    const { programId } = asked.operation;
    const key = accountKey(holder.id, programId, asset.id);
    const opened: OpenedAccount = {
      holder: { type: holder.type, id: holder.id },
      context: { organizationId, programId, asset, now, newId: idsAt(now) },
      account: accounts.get(key)!,
      wallet: drawsOnWallet(ready) ? accounts.get(accountKey(programId, programId, asset.id))! : null,
      accountsOfLots,
    };
    const decision = asked.operation.decide(opened);
    for (const [changed, account] of advanceAll(accounts, decision, now)) accounts.set(changed, account);
    const body = asked.operation.present(opened, decision, accounts.get(key)!);
    return { ...ready, decision, body };
  }

  private async commit(due: Decision, done: readonly Done[]): Promise<void> {
    const { tx, organizationId, now } = this;
    const entries = done.flatMap((one) => one.decision.entries.map(({ id }) => ({ id, one })));
    nameActors(tx, organizationId, new Map(entries.flatMap(({ id, one }) => (one.asked.actor ? [[id, one.asked.actor]] : []))));
    const requestOfEntry = new Map(entries.map(({ id, one }) => [id, one.asked.ctx.requestId]));
    const decision = combine([due, ...done.map((one) => one.decision)]);
    await commitDecision(tx, { organizationId, now, requestOfEntry }, decision);
    const enrolled = done.filter(({ asked, holder }) => asked.operation.enrolls && holder.type === 'PARTICIPANT');
    const enrollments = enrolled.map(({ asked, holder }) => ({ programId: asked.operation.programId, participantId: holder.id }));
    if (enrollments.length > 0) enroll(tx, organizationId, now, enrollments);
    this.record(done);
  }

  private record(done: readonly Done[]): void {
    const outcomes = done.flatMap(({ asked, holder, body }): NewOutcome[] => {
      const { idempotencyKey: key } = asked.ctx;
      if (key === null) return [];
      const [operation, fingerprint] = [nameOfOperation(asked, holder), fingerprintOf(asked, holder)];
      return [{ scopeId: asked.operation.programId, key, operation, fingerprint, status: STATUS, response: body }];
    });
    if (outcomes.length > 0) recordOutcomes(this.tx, this.organizationId, this.now, outcomes);
  }
}

/** An operation that cannot be decided. */
interface Refused {
  readonly asked: Asked;
  readonly holder: FoundHolder;
  readonly refusal: DomainError;
}

const NO_LOTS: ReadonlyMap<string, AccountKey> = new Map();

const nameOfKey = ({ ctx, operation }: Asked): string => `${operation.programId}/${ctx.idempotencyKey}`;

const pairOf = ({ programId, assetId }: BalanceOperation<unknown>): string => `${programId}/${assetId}`;

/** Names the operation and its target. */
const nameOfOperation = ({ operation }: Asked, { type, id }: FoundHolder): string =>
  `${type.toLowerCase()}s.balances.${operation.name}:${id}`;

const fingerprintOf = (asked: Asked, holder: FoundHolder): string =>
  requestFingerprint(nameOfOperation(asked, holder), asked.operation.fields);

function readyToDecide(asked: Asked, holder: FoundHolder, asset: AssetTerms | DomainError): Ready | Refused {
  try {
    asked.operation.assertSound();
    asked.operation.assertAllowed(holder);
    if (asset instanceof DomainError) throw asset;
    return { asked, holder, asset };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { asked, holder, refusal: error };
  }
}

const drawsOnWallet = ({ asked, asset }: Ready): boolean => asked.operation.drawsOnWallet && asset.issuancePolicy === 'PREFUNDED';

const accountsOf = (ready: readonly Ready[]): AccountRef[] =>
  distinct(
    ready.flatMap((one) => accountsAt(one.holder, { programId: one.asked.operation.programId, assetId: one.asset.id }, drawsOnWallet(one))),
  );

/** The accounts of holders that are all named by their ids; only a PREFUNDED asset has a wallet to be found. */
function guessedAccounts(operations: readonly BalanceOperation<unknown>[]): AccountRef[] {
  const refs = operations.map((one) =>
    'id' in one.holder.key ? accountsAt({ type: one.holder.type, id: one.holder.key.id }, one, one.drawsOnWallet) : null,
  );
  return refs.includes(null) ? [] : distinct(refs.flatMap((own) => own!));
}

function accountsAt({ type, id }: Holder, { programId, assetId }: ProgramAsset, withWallet: boolean): AccountRef[] {
  const own: AccountRef = { type, id, programId, assetId };
  return withWallet ? [own, { type: 'PROGRAM_WALLET', id: programId, programId, assetId }] : [own];
}

const distinct = (refs: readonly AccountRef[]): AccountRef[] => [
  ...new Map(refs.map((ref) => [accountKey(ref.id, ref.programId, ref.assetId), ref])).values(),
];
