/**
 * Performs balance operations of one organization in one transaction, in order: each sees the effects of those before it and is
 * refused on its own, and those not refused commit together.
 */
import { combine, type Decision } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { requestFingerprint } from '@/domain/idempotency';
import { accountKey, type AccountKey, type AccountState, type AssetTerms } from '@/domain/ledger/accounts';
import { advanceAll } from '@/domain/ledger/advance';
import { catchUp } from '@/domain/ledger/catch-up';
import type { Ctx } from '@/server/context';
import { nameActors, type AuditScope } from '@/server/db/audit-scope';
import { commitDecision } from '@/server/db/commit';
import { loadAccountsForUpdate, type AccountRef } from '@/server/db/repositories/accounts';
import { enroll } from '@/server/db/repositories/enrollment';
import { findHolders, type FoundHolder } from '@/server/db/repositories/holders';
import { claimKeys, recordOutcomes, type KeptOutcome, type KeyClaim, type NewOutcome } from '@/server/db/repositories/idempotency-records';
import { accountsOfLots } from '@/server/db/repositories/lots';
import { loadProgramAssets } from '@/server/db/repositories/operation-context';
import type { Tx } from '@/server/db/transaction';
import { idsAt } from '@/server/ids';
import { KeyTaken, replayed, type Outcome } from '@/server/services/idempotent';
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

  /** One result per operation, in order. @throws KeyTaken when another transaction used a key first. */
  async run(): Promise<Performed[]> {
    const { asked, results, terms } = this;
    const found = await this.found();
    await this.claim(found);
    if (terms.waits && [...results.values()].includes('in_flight')) return asked.map(() => 'in_flight');
    const waiting = asked.filter((one) => !results.has(one));
    if (waiting.length > 0) await this.perform(await this.prepared(waiting, found));
    return asked.map((one) => results.get(one)!);
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

  private async found(): Promise<Map<Asked, FoundHolder>> {
    const names = this.asked.map(({ operation }) => operation.holder);
    const holders = await findHolders(this.tx, this.organizationId, names);
    const found = new Map<Asked, FoundHolder>();
    for (const [index, one] of this.asked.entries()) {
      const holder = holders[index];
      if (holder) found.set(one, holder);
      else this.results.set(one, unknownHolder(names[index]!.type));
    }
    return found;
  }

  /** Claims the keys, and answers the operations whose keys were used before. */
  private async claim(found: ReadonlyMap<Asked, FoundHolder>): Promise<void> {
    const keyed = [...found.keys()].filter(({ ctx }) => ctx.idempotencyKey !== null);
    const groups = [...Map.groupBy(keyed, nameOfKey).values()];
    if (groups.length === 0) return;
    const keys = groups.map(([first]) => ({ scopeId: first!.operation.programId, key: first!.ctx.idempotencyKey! }));
    const claims = await claimKeys(this.tx, this.organizationId, this.now, keys);
    for (const [index, group] of groups.entries()) for (const one of group) this.answerFromEarlier(one, found.get(one)!, claims[index]!);
  }

  private answerFromEarlier(one: Asked, holder: FoundHolder, claim: KeyClaim): void {
    if (claim === 'FREE') return;
    if (claim === 'TAKEN') this.results.set(one, 'in_flight');
    else this.unlessRefused(one, () => this.results.set(one, replayed(claim, fingerprintOf(one, holder))));
  }

  /** What each operation needs to be decided, or why it cannot be. */
  private async prepared(waiting: readonly Asked[], found: ReadonlyMap<Asked, FoundHolder>): Promise<(Ready | Refused)[]> {
    const pairs = [...new Map(waiting.map(({ operation }) => [pairOf(operation), operation])).values()];
    const loaded = await loadProgramAssets(this.tx, this.organizationId, pairs);
    const terms = new Map(pairs.map((pair, index) => [pairOf(pair), loaded[index]!]));
    return waiting.map((asked) => readyToDecide(asked, found.get(asked)!, terms.get(pairOf(asked.operation))!));
  }

  private async perform(prepared: readonly (Ready | Refused)[]): Promise<void> {
    const { tx, organizationId, now, terms } = this;
    const ready = prepared.filter((one) => 'asset' in one);
    const lotIds = ready.flatMap(({ asked }) => asked.operation.lotIds);
    const books: Books = {
      accounts: await loadAccountsForUpdate(tx, organizationId, accountsOf(ready)),
      accountsOfLots: lotIds.length > 0 ? await accountsOfLots(tx, organizationId, lotIds) : NO_LOTS,
    };
    const assets = new Map(ready.map(({ asset }) => [asset.id, asset]));
    const due = catchUp(books.accounts, assets, { organizationId, now, newId: idsAt(now) });
    const done = prepared.flatMap((one) => this.unlessRefused(one.asked, () => this.decided(one, books)).flat());
    const refused = [...this.results.values()].some((result) => result === 'in_flight' || result instanceof DomainError);
    const commits = terms.commits === 'EACH' || (terms.commits === 'ALL_OR_NOTHING' && !refused);
    if (commits && done.length > 0) await this.commit(due, done);
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
    await nameActors(tx, new Map(entries.flatMap(({ id, one }) => (one.asked.actor ? [[id, one.asked.actor]] : []))));
    const requestOfEntry = new Map(entries.map(({ id, one }) => [id, one.asked.ctx.requestId]));
    const decision = combine([due, ...done.map((one) => one.decision)]);
    await commitDecision(tx, { organizationId, now, requestOfEntry }, decision);
    const enrolled = done.filter(({ asked, holder }) => asked.operation.enrolls && holder.type === 'PARTICIPANT');
    const enrollments = enrolled.map(({ asked, holder }) => ({ programId: asked.operation.programId, participantId: holder.id }));
    if (enrollments.length > 0) await enroll(tx, organizationId, now, enrollments);
    await this.record(done);
  }

  private async record(done: readonly Done[]): Promise<void> {
    const outcomes = done.flatMap(({ asked, holder, body }): NewOutcome[] => {
      const { idempotencyKey: key } = asked.ctx;
      if (key === null) return [];
      const [operation, fingerprint] = [nameOfOperation(asked, holder), fingerprintOf(asked, holder)];
      return [{ scopeId: asked.operation.programId, key, operation, fingerprint, status: STATUS, response: body }];
    });
    if (outcomes.length === 0) return;
    if ((await recordOutcomes(this.tx, this.organizationId, this.now, outcomes)) < outcomes.length) throw new KeyTaken();
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

function accountsOf(ready: readonly Ready[]): AccountRef[] {
  const refs = ready.flatMap((one): AccountRef[] => {
    const { holder, asset, asked } = one;
    const { programId } = asked.operation;
    const own: AccountRef = { type: holder.type, id: holder.id, programId, assetId: asset.id };
    return drawsOnWallet(one) ? [own, { type: 'PROGRAM_WALLET', id: programId, programId, assetId: asset.id }] : [own];
  });
  return [...new Map(refs.map((ref) => [accountKey(ref.id, ref.programId, ref.assetId), ref])).values()];
}
