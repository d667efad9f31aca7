/** Runs steps through the real services, in a program with every kind of asset and its own clock, and reads the tables back. */
import { randomUUID } from 'node:crypto';
import { DomainError } from '@/domain/errors';
import type { Holder } from '@/domain/ledger/accounts';
import { combine } from '@/domain/decision';
import { ruleBudget } from '@/domain/rules/cel/bounds';
import { evaluateEvent } from '@/domain/rules/evaluate';
import { compileRule, configurationOf, type RuleSource } from '@/domain/rules/rule';
import { bringUpToDate } from '@/domain/rules/up-to-date';
import type { Ctx } from '@/server/platform/context';
import { idsAt } from '@/server/platform/ids';
import { commitDecision } from '@/server/db/commit';
import type { HolderName } from '@/server/db/repositories/people/holders';
import { loadWorld } from '@/server/db/repositories/rules/world';
import { statement, withTransaction, type Tx } from '@/server/db/transaction';
import { applyCommand } from '@/server/services/balances/apply-commands';
import { createTransfer } from '@/server/services/transfers/transfers';
import { moveWallet } from '@/server/services/ledger/wallets';
import { amountOf, formatAmount } from '@/domain/money';
import type { TestOrganization } from '@tests/support/api';
import { showLot } from './purse';
import { ASSET_KINDS, HOLDERS, type Step } from './step';

/** What the tables hold for the account a step was about. */
export interface Observed {
  /** In the oracle's notation. */
  readonly shown: string[];
  readonly wallet: bigint;
  readonly breakage: bigint;
  /** Number of journal entries of the program. */
  readonly entries: number;
  /** Violated invariants. */
  readonly broken: string[];
}

export class ServiceLedger {
  private now = new Date(0);

  private constructor(
    private readonly organizationId: string,
    private readonly programId: string,
    private readonly assetIds: readonly string[],
    private readonly holders: ReadonlyMap<Step['holder'], Holder>,
  ) {}

  static async create({ id, api }: TestOrganization, name: string): Promise<ServiceLedger> {
    const made = async (path: string, body: unknown): Promise<string> => {
      const answer = await api.post<{ id: string }>(path, body);
      if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
      return answer.body.id;
    };
    const programId = await made('/programs', { name });
    const assetIds: string[] = [];
    for (const [index, { inventoryMode, issuancePolicy, scale }] of ASSET_KINDS.entries()) {
      assetIds.push(
        await made('/assets', {
          name,
          symbol: `${name}-${index}`,
          scale,
          inventory_mode: inventoryMode,
          issuance_policy: issuancePolicy,
          program_ids: [programId],
        }),
      );
    }
    const holders = new Map<Step['holder'], Holder>();
    for (const holder of HOLDERS) {
      const participant = await made('/participants', { external_id: `${name}-${holder}`, program_id: programId });
      if (holder !== 'team') holders.set(holder, { type: 'PARTICIPANT', id: participant });
      else
        holders.set(holder, {
          type: 'GROUP',
          id: await made('/groups', { name, members: [{ participant_id: participant, role: 'ADMIN' }] }),
        });
    }
    return new ServiceLedger(id, programId, assetIds, holders);
  }

  /** Runs a step. @returns the code that refused it, or null. */
  async run(step: Step, now: Date): Promise<string | null> {
    this.now = now;
    try {
      await this.perform(step);
      return null;
    } catch (error) {
      if (error instanceof DomainError) return error.code;
      throw error;
    }
  }

  private perform(step: Step): Promise<unknown> {
    const ctx = this.ctx();
    const { bucket, policy } = step;
    const amount = formatAmount(amountOf(step.units).times(`1e-${this.scale(step)}`), this.scale(step));
    const target = { program_id: this.programId, asset_id: this.assetIds[step.asset]!, description: 'Step' };
    const body = { ...target, amount, ...(step.reference === null ? {} : { reference_id: step.reference }) };
    const filtered = { ...body, ...this.filter(step) };
    const { type, id } = this.holders.get(step.holder)!;
    const holder: HolderName = { type, key: { id } };
    switch (step.kind) {
      case 'fund':
      case 'burn':
        return moveWallet(
          ctx,
          step.kind === 'fund' ? 'FUND' : 'BURN',
          { programId: this.programId, assetId: target.asset_id },
          { amount, description: 'Step' },
        );
      case 'credit':
        return applyCommand(ctx, holder, { operation: 'ADJUST', ...body, type: 'CREDIT', bucket, ...termsOf(step) });
      case 'debit':
        return applyCommand(ctx, holder, { operation: 'ADJUST', ...body, type: 'DEBIT', bucket, shortfall_policy: policy });
      case 'hold':
        return applyCommand(ctx, holder, { operation: 'HOLD', ...filtered });
      case 'release':
        return applyCommand(ctx, holder, { operation: 'RELEASE', ...filtered });
      case 'forfeit':
        return applyCommand(ctx, holder, { operation: 'FORFEIT', ...filtered, bucket });
      case 'takeBack':
        return withTransaction((tx) => this.takeBack(tx, step));
      case 'transfer': {
        const recipients = step.to.map((one) => ({ ...this.nameOf(one), amount }));
        const { participant_id: source_participant_id, group_id: source_group_id } = this.nameOf(step.holder);
        return createTransfer(
          ctx,
          { ...target, source_participant_id, source_group_id, recipients, idempotency_key: randomUUID(), preserve_expiry: !step.careless },
          ({ id }) => id,
        );
      }
      case 'void':
        return applyCommand(ctx, holder, { operation: 'VOID_HOLD', ...body, amount: step.careless ? amount : undefined });
    }
  }

  /** As an event does whose only rule takes back; what refuses it leaves nothing of it. */
  private async takeBack(tx: Tx, { asset, holder, reference, share, policy }: Step): Promise<void> {
    const { type, id } = this.holders.get(holder)!;
    const [organizationId, programId, now] = [this.organizationId, this.programId, this.now];
    const participantId = type === 'PARTICIPANT' ? id : null;
    const data = { reference, ...share };
    const rule = compileRule({
      ...TAKING,
      actions: [
        {
          type: 'TAKE_BACK',
          target: type === 'GROUP' ? { type, id } : { type: 'ACTOR' },
          asset_id: this.assetIds[asset]!,
          reference_id: '{{ event.reference }}',
          share: '{{ event.part / event.whole }}',
          shortfall_policy: policy,
        },
      ],
    });
    const scope = { organizationId, programId, now, locksMeans: true };
    const people = { actorIds: participantId === null ? [] : [participantId], recipientIds: [], events: [data] };
    const { world, configuration } = await loadWorld(tx, scope, people, configurationOf(1, [rule]));
    const newId = idsAt(now);
    const due = bringUpToDate(world, newId);
    const event = { id: randomUUID(), participantId, recipientId: null, data, timestamp: now, depth: 0, automationId: null, codes: null };
    const outcome = evaluateEvent(world, configuration, event, { newId, budget: ruleBudget(() => performance.now()) });
    if (outcome.failure) throw outcome.failure;
    const [evaluation] = outcome.evaluations;
    if (evaluation?.status !== 'MATCHED') throw new Error(`the rule: ${evaluation?.status} ${evaluation?.reason}`);
    const whole = combine([due, outcome.decision]);
    // No event is stored that could be named as their cause.
    const entries = whole.entries.map((entry) => ({ ...entry, cause: null }));
    await commitDecision(tx, { organizationId, now, requestOfEvent: new Map() }, { ...whole, entries });
  }

  private nameOf(name: Step['holder']): { participant_id?: string; group_id?: string } {
    const { type, id } = this.holders.get(name)!;
    return type === 'PARTICIPANT' ? { participant_id: id } : { group_id: id };
  }

  private ctx(): Ctx {
    return {
      organization: { id: this.organizationId, mode: 'LIVE', clockOffsetMs: 0 },
      actor: { kind: 'SYSTEM' },
      clock: { now: () => this.now },
      requestId: 'req_test',
      idempotencyKey: null,
    };
  }

  private scale({ asset }: Step): number {
    return ASSET_KINDS[asset]!.scale;
  }

  private filter({ earned }: Step): { earned_from?: string; earned_to?: string } {
    if (!earned) return {};
    const border = new Date(this.now.getTime() - earned.milliseconds).toISOString();
    return earned.recently ? { earned_from: border } : { earned_to: border };
  }

  async observe(step: Step): Promise<Observed> {
    const [row] = await statement<ObservedRow>(OBSERVE, [
      this.holders.get(step.holder)!.id,
      this.programId,
      this.assetIds[step.asset],
      this.organizationId,
    ]);
    const { available, held, deferred, wallet, breakage, entries, holds, lots, ...checks } = row!;
    const units = (text: string) => BigInt(formatAmount(amountOf(text), this.scale(step)).replace('.', ''));
    return {
      shown: [
        `${units(available)}/${units(held)}/${units(deferred)}`,
        ...holds.map((hold) => `${hold.reference_id}: ${units(hold.amount)}`).sort(),
        ...lots.map((lot) => showLot({ ...lot, left: units(lot.left), amount: units(lot.amount) })).sort(),
      ],
      wallet: units(wallet),
      breakage: units(breakage),
      entries,
      broken: Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [name])),
    };
  }
}

const TAKING: Omit<RuleSource, 'actions'> = {
  id: randomUUID(),
  ruleSetId: randomUUID(),
  name: 'Take back',
  version: 1,
  status: 'ACTIVE',
  condition: 'true',
  activeFrom: null,
  activeTo: null,
  stopAfterMatch: false,
  budgets: [],
  createdAt: new Date(0),
};

const termsOf = ({ expiresInSeconds, maturesInSeconds }: Step) => ({
  ...(expiresInSeconds === null ? {} : { expires_in: `${expiresInSeconds}s` }),
  ...(maturesInSeconds === null ? {} : { matures_in: `${maturesInSeconds}s` }),
});

type Shown = Parameters<typeof showLot>[0];

interface ObservedRow {
  available: string;
  held: string;
  deferred: string;
  wallet: string;
  breakage: string;
  entries: number;
  holds: { reference_id: string; amount: string }[];
  lots: (Omit<Shown, 'left' | 'amount'> & { left: string; amount: string })[];
  balance_is_its_postings: boolean;
  lots_are_their_postings: boolean;
  lots_are_their_buckets: boolean;
  holds_are_their_lots: boolean;
  holds_are_their_postings: boolean;
  asset_sums_to_zero: boolean;
  overdraft_was_granted: boolean;
}

const milliseconds = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::bigint`;

/** Cheap: reads one account only. $1 account, $2 program, $3 asset. */
const OBSERVE = `
  WITH b AS (
    SELECT coalesce(max(available), 0) AS available, coalesce(max(held), 0) AS held, coalesce(max(deferred), 0) AS deferred, coalesce(max(overdraft_limit), 0) AS granted
    FROM balances WHERE organization_id = $4::uuid AND account_id = $1::uuid AND program_id = $2::uuid AND asset_id = $3::uuid
  ), p AS (
    SELECT coalesce(sum(amount) FILTER (WHERE bucket = 'AVAILABLE'), 0) AS available, coalesce(sum(amount) FILTER (WHERE bucket = 'HELD'), 0) AS held,
           coalesce(sum(amount) FILTER (WHERE bucket = 'DEFERRED'), 0) AS deferred
    FROM postings WHERE organization_id = $4::uuid AND account_id = $1::uuid AND program_id = $2::uuid AND asset_id = $3::uuid
  ), s AS (
    SELECT coalesce(sum(amount), 0) AS total, coalesce(sum(amount) FILTER (WHERE account_type = 'SYSTEM_BREAKAGE'), 0) AS breakage
    FROM postings WHERE organization_id = $4::uuid AND asset_id = $3::uuid
  ), l AS (SELECT * FROM lots WHERE organization_id = $4::uuid AND account_id = $1::uuid AND program_id = $2::uuid AND asset_id = $3::uuid),
  h AS (SELECT * FROM holds WHERE organization_id = $4::uuid AND account_id = $1::uuid AND program_id = $2::uuid AND asset_id = $3::uuid),
  a AS (SELECT inventory_mode = 'LOT' AS in_lots FROM assets WHERE organization_id = $4::uuid AND id = $3::uuid)
  SELECT b.available, b.held, b.deferred, s.breakage,
    coalesce((SELECT available FROM balances WHERE organization_id = $4::uuid AND account_id = $2::uuid AND program_id = $2::uuid AND asset_id = $3::uuid), 0) AS wallet,
    (SELECT count(*)::int FROM journal_entries WHERE organization_id = $4::uuid AND program_id = $2::uuid) AS entries,
    coalesce((SELECT json_agg(json_build_object('reference_id', reference_id, 'amount', amount::text)) FROM h WHERE amount > 0), '[]') AS holds,
    coalesce((SELECT json_agg(json_build_object('bucket', bucket, 'reference', reference_id, 'provisional', provisional, 'left', remaining::text, 'amount', amount::text,
      'earned', ${milliseconds('created_at')}, 'matures', ${milliseconds('matures_at')}, 'expires', ${milliseconds('expires_at')})) FROM l WHERE remaining > 0), '[]') AS lots,
    (b.available, b.held, b.deferred) = (p.available, p.held, p.deferred) AS balance_is_its_postings,
    NOT EXISTS (SELECT 1 FROM l WHERE remaining <> (SELECT coalesce(sum(amount), 0) FROM lot_postings WHERE organization_id = $4::uuid AND lot_id = l.id) OR remaining < 0 OR remaining > amount) AS lots_are_their_postings,
    NOT in_lots OR (greatest(b.available, 0), b.held, b.deferred) = (
      SELECT coalesce(sum(remaining) FILTER (WHERE bucket = 'AVAILABLE'), 0), coalesce(sum(remaining) FILTER (WHERE bucket = 'HELD'), 0),
             coalesce(sum(remaining) FILTER (WHERE bucket = 'DEFERRED'), 0) FROM l) AS lots_are_their_buckets,
    NOT in_lots OR NOT EXISTS (SELECT 1 FROM h WHERE amount <> (SELECT coalesce(sum(remaining), 0) FROM l WHERE bucket = 'HELD' AND reference_id = h.reference_id)) AS holds_are_their_lots,
    b.held = (SELECT coalesce(sum(amount), 0) FROM h) AS holds_are_their_postings,
    s.total = 0 AS asset_sums_to_zero,
    b.available >= -b.granted AS overdraft_was_granted
  FROM b, p, s, a`;
