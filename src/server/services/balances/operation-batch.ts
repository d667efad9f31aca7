/**
 * Performs operations on the balances of one program in one transaction, in order of arrival: each sees the
 * effects of those before it and is refused on its own, and those not refused commit together.
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
import { claimKeys, recordOutcomes, type KeyClaim } from '@/server/db/repositories/idempotency-records';
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

interface Ready {
  readonly asked: Asked;
  readonly holder: FoundHolder;
  readonly asset: AssetTerms;
}

interface Done extends Ready {
  readonly decision: Decision;
  readonly body: unknown;
}

const STATUS = 200;

export class OperationBatch {
  private readonly results = new Map<Asked, Performed>();
  private readonly organizationId: string;
  private readonly programId: string;
  private readonly now: Date;

  /** @param asked operations in one program. */
  constructor(
    private readonly tx: Tx,
    private readonly asked: readonly Asked[],
  ) {
    const { ctx, operation } = asked.at(-1)!;
    this.organizationId = ctx.organization.id;
    this.programId = operation.programId;
    this.now = ctx.clock.now();
  }

  /** One result per operation, in order. @throws KeyTaken when another transaction used a key first. */
  async run(): Promise<Performed[]> {
    const { tx, organizationId, programId, asked } = this;
    const holders = await this.claimed(await this.found());
    const assets = await loadProgramAssets(tx, organizationId, programId, [...new Set(asked.map(({ operation }) => operation.assetId))]);
    const ready = [...holders].flatMap(([one, holder]) => this.unlessRefused(one, () => readyToDecide(one, holder, assets)));
    const refs = accountsOf(ready, programId);
    const accounts = await loadAccountsForUpdate(tx, organizationId, refs);
    const terms = new Map(ready.map(({ asset }) => [asset.id, asset]));
    const due = catchUp(accounts, terms, { organizationId, programId, now: this.now, newId: idsAt(this.now) });
    const done = ready.flatMap((one) => this.unlessRefused(one.asked, () => this.done(one, accounts)));
    if (done.length > 0) await this.commit(due, done);
    return asked.map((one) => this.results.get(one)!);
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

  /** The operations that are not answered from an earlier use of their key. */
  private async claimed(found: ReadonlyMap<Asked, FoundHolder>): Promise<Map<Asked, FoundHolder>> {
    const keyed = new Map<string, Asked>();
    for (const one of found.keys()) {
      const { idempotencyKey } = one.ctx;
      if (idempotencyKey === null) continue;
      if (keyed.has(idempotencyKey)) this.results.set(one, 'in_flight');
      else keyed.set(idempotencyKey, one);
    }
    if (keyed.size > 0) {
      const scoped = [...keyed.keys()].map((key) => ({ scopeId: this.programId, key }));
      const claims = await claimKeys(this.tx, this.organizationId, this.now, scoped);
      for (const [index, one] of [...keyed.values()].entries()) this.answerFromEarlier(one, found.get(one)!, claims[index]!);
    }
    return new Map([...found].filter(([one]) => !this.results.has(one)));
  }

  private answerFromEarlier(one: Asked, holder: FoundHolder, claim: KeyClaim): void {
    if (claim === 'FREE') return;
    if (claim === 'TAKEN') this.results.set(one, 'in_flight');
    else this.unlessRefused(one, () => this.results.set(one, replayed(claim, fingerprintOf(one, holder))));
  }

  private done(ready: Ready, accounts: Map<AccountKey, AccountState>): Done {
    const { organizationId, programId, now } = this;
    const { holder, asset, asked } = ready;
    const key = accountKey(holder.id, programId, asset.id);
    const opened: OpenedAccount = {
      holder: { type: holder.type, id: holder.id },
      context: { organizationId, programId, asset, now, newId: idsAt(now) },
      account: accounts.get(key)!,
      wallet: drawsOnWallet(ready) ? accounts.get(accountKey(programId, programId, asset.id))! : null,
    };
    const decision = asked.operation.decide(opened);
    for (const [changed, account] of advanceAll(accounts, decision, now)) accounts.set(changed, account);
    const body = asked.operation.present(opened, decision, accounts.get(key)!);
    return { ...ready, decision, body };
  }

  private async commit(due: Decision, done: readonly Done[]): Promise<void> {
    const { tx, organizationId, programId, now } = this;
    const entries = done.flatMap((one) => one.decision.entries.map(({ id }) => ({ id, one })));
    await nameActors(tx, new Map(entries.flatMap(({ id, one }) => (one.asked.actor ? [[id, one.asked.actor]] : []))));
    const requestOfEntry = new Map(entries.map(({ id, one }) => [id, one.asked.ctx.requestId]));
    const decision = combine([due, ...done.map((one) => one.decision)]);
    await commitDecision(tx, { organizationId, now, requestOfEntry }, decision);
    const enrolled = done.filter(({ asked, holder }) => asked.operation.enrolls && holder.type === 'PARTICIPANT');
    const enrollments = enrolled.map(({ holder }) => ({ programId, participantId: holder.id }));
    if (enrollments.length > 0) await enroll(tx, organizationId, now, enrollments);
    await this.record(done);
  }

  private async record(done: readonly Done[]): Promise<void> {
    for (const { asked, body } of done) this.results.set(asked, { status: STATUS, body, replayed: false });
    const outcomes = done.flatMap(({ asked, holder, body }) => {
      const { idempotencyKey: key } = asked.ctx;
      if (key === null) return [];
      const operation = operationOf(asked, holder);
      return [{ scopeId: this.programId, key, operation, fingerprint: fingerprintOf(asked, holder), status: STATUS, response: body }];
    });
    if (outcomes.length === 0) return;
    if ((await recordOutcomes(this.tx, this.organizationId, this.now, outcomes)) < outcomes.length) throw new KeyTaken();
  }
}

/** Names the operation and its target. */
const operationOf = ({ operation }: Asked, { type, id }: FoundHolder): string => `${type.toLowerCase()}s.balances.${operation.name}:${id}`;

const fingerprintOf = (asked: Asked, holder: FoundHolder): string => requestFingerprint(operationOf(asked, holder), asked.operation.fields);

function readyToDecide(asked: Asked, holder: FoundHolder, assets: ReadonlyMap<string, AssetTerms | DomainError>): Ready {
  asked.operation.assertSound();
  asked.operation.assertAllowed(holder);
  const asset = assets.get(asked.operation.assetId)!;
  if (asset instanceof DomainError) throw asset;
  return { asked, holder, asset };
}

const drawsOnWallet = ({ asked, asset }: Ready): boolean => asked.operation.drawsOnWallet && asset.issuancePolicy === 'PREFUNDED';

function accountsOf(ready: readonly Ready[], programId: string): AccountRef[] {
  const refs = ready.flatMap((one): AccountRef[] => {
    const { holder, asset } = one;
    const own: AccountRef = { type: holder.type, id: holder.id, programId, assetId: asset.id };
    return drawsOnWallet(one) ? [own, { type: 'PROGRAM_WALLET', id: programId, programId, assetId: asset.id }] : [own];
  });
  return [...new Map(refs.map((ref) => [accountKey(ref.id, ref.programId, ref.assetId), ref])).values()];
}
