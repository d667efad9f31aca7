/** Writes what a batch of decisions came to: the postings, events with their outcomes, redemptions, stock, and the decisions themselves. */
import { InvariantViolation, present } from '@/domain/assert';
import type { DecisionMade, DecisionOrder, SettledSpend } from '@/domain/decisions/decide';
import type { Decision } from '@/domain/decision';
import type { Stock } from '@/domain/decisions/stock';
import { DomainError } from '@/domain/errors';
import type { AdmittedEvent } from '@/domain/events/admission';
import { sumAmounts, type Amount } from '@/domain/money';
import { reservationDeadline } from '@/domain/redemptions/deadline';
import { afterCapture, afterRelease, type Ending } from '@/domain/redemptions/record';
import type { EventEnding } from '@/domain/rules/evaluate';
import { keptEvaluation } from '@/domain/rules/kept-evaluation';
import type { RuleConfiguration } from '@/domain/rules/rule';
import type { World } from '@/domain/rules/world';
import { commitDecision } from '@/server/db/commit';
import { insertDecisions, updateDecisions, type DecisionRow } from '@/server/db/repositories/decisions/decisions';
import { writeEventCodes } from '@/server/db/repositories/codes/code-uses';
import { insertDecidedEvents, type DecidedEvent } from '@/server/db/repositories/events/decided-events';
import { finishEvents, type ClaimedEvent } from '@/server/db/repositories/events/event-queue';
import {
  insertRedemptions,
  updateRedemptionRow,
  type RedemptionRow,
  type RedemptionSettings,
} from '@/server/db/repositories/rewards/redemptions';
import { violatedConstraint, type Tx } from '@/server/db/transaction';
import { requestOfUuid, uuidOfRequest } from '@/server/platform/ids';
import { recordVerdicts } from '@/server/services/codes/verdicts';
import { finishedEvent, reportEvents, requestsOf } from '@/server/services/events/claimed-events';
import { askedCodes } from '@/server/services/events/ingest-events';
import { openOrder } from '@/server/services/fulfillment/orders';
import { RESERVATION_EXPIRED } from '@/server/services/redemptions/reservations';
import { placedRedemption } from '@/server/services/redemptions/place-redemption';
import { NameTaken } from './admit-decisions';
import type { DecisionLane, DecisionTask } from './orders';
import { followShelf, type Shelf } from './price-redemptions';
import { concernedBy, reservedEvaluations } from './reservation-of';
import { tell, tellBalances, toldOf } from './tell-decision';

/** A task that something is to be decided for. */
export interface Prepared {
  readonly task: DecisionTask;
  readonly order: Exclude<DecisionOrder, { readonly type: 'PREVIEW' }>;
  /** Of a new decision. */
  readonly event: AdmittedEvent | null;
  /** Of a reservation. */
  readonly row: DecisionRow | null;
  /** The redemptions that a reservation has. */
  readonly pending: readonly RedemptionRow[];
  /** What is answered although it is done: a deadline had passed. */
  readonly refusal: DomainError | null;
}

interface BatchScope extends DecisionLane {
  readonly configuration: RuleConfiguration;
  readonly world: World;
  readonly earlier: readonly ClaimedEvent[];
  readonly shelf: Shelf;
  /** Of the program; null where nothing is redeemed. */
  readonly settings: RedemptionSettings | null;
}

interface BatchMade {
  readonly decision: Decision;
  readonly endings: readonly EventEnding[];
  readonly outcomes: readonly (DecisionMade | DomainError)[];
  readonly stock: Stock;
}

/** One decision that is to be written. */
interface Written {
  readonly prepared: Prepared;
  readonly made: DecisionMade;
  readonly row: DecisionRow;
}

/** @returns what is answered to each task that was decided. @throws NameTaken when another request has just used a key. */
export async function commitBatch(
  tx: Tx,
  scope: BatchScope,
  orders: readonly Prepared[],
  { decision, endings, outcomes, stock }: BatchMade,
): Promise<ReadonlyMap<DecisionTask, DecisionRow | DomainError>> {
  const { organizationId, now, configuration, earlier } = scope;
  const written = orders.flatMap((prepared, index): Written[] => {
    const made = present(outcomes[index], 'each order has an outcome');
    return made instanceof DomainError ? [] : [{ prepared, made, row: rowAfter(scope, prepared, made) }];
  });
  const decided = written.flatMap((one) => decidedEvent(one) ?? []);
  const versioned = { ...scope, configurationVersion: configuration.version };
  if (decided.length > 0) insertDecidedEvents(tx, versioned, decided, () => new NameTaken());
  const requestOfEvent = new Map([
    ...requestsOf(earlier),
    ...decided.flatMap(({ id, requestId }) => (requestId === null ? [] : [[id, requestId] as const])),
  ]);
  await commitDecision(tx, { organizationId, now, requestOfEvent }, decision);
  const ended = earlier.map((event, index) => ({ event, ending: present(endings[index], 'each event has one ending, in order') }));
  if (ended.length > 0)
    finishEvents(
      tx,
      versioned,
      ended.map(({ event, ending }) => finishedEvent(scope.programId, event, ending)),
    );
  recordVerdicts(tx, scope, [
    ...ended.map(({ event, ending }) => ({
      id: event.id,
      participantId: event.participant_id,
      verdicts: ending.codes,
      isFailed: ending.failure !== null,
    })),
  ]);
  writeDecidedCodes(tx, organizationId, written);
  await writeRedemptions(tx, scope, written);
  await followShelf(tx, scope, scope.shelf.stock, stock);
  writeDecisions(tx, organizationId, written);
  const foundAt = performance.now();
  tx.afterCommit(() =>
    reportEvents(
      { ...scope, foundAt },
      ended.map(({ event, ending }) => ({ event, failed: ending.failure !== null })),
    ),
  );
  return new Map(written.map(({ prepared: { task, refusal }, row }) => [task, refusal ?? row]));
}

/** What became of the codes of decisions whose events are stored. */
function writeDecidedCodes(tx: Tx, organizationId: string, written: readonly Written[]): void {
  const events = written.flatMap(({ row }) => {
    const verdicts = toldOf(row).codes;
    return row.event_id === null || verdicts.length === 0 ? [] : [{ id: row.event_id, verdicts }];
  });
  if (events.length > 0) writeEventCodes(tx, organizationId, events);
}

function writeDecisions(tx: Tx, organizationId: string, written: readonly Written[]): void {
  const made = written.filter(({ prepared }) => prepared.row === null);
  const changed = written.filter(({ prepared }) => prepared.row !== null);
  const rowsOf = (some: readonly Written[]): DecisionRow[] => some.map(({ row }) => row);
  if (made.length > 0)
    insertDecisions(tx, organizationId, rowsOf(made), (error) =>
      violatedConstraint(error) === 'decisions_identity' ? new NameTaken() : error,
    );
  if (changed.length > 0) updateDecisions(tx, organizationId, rowsOf(changed));
}

function rowAfter(scope: BatchScope, { task, order, event, row, refusal }: Prepared, made: DecisionMade): DecisionRow {
  const { now, world } = scope;
  if (row === null) return newRow(scope, present(event, 'a new decision has an event'), task, order, made);
  const changed = { ...row, redemption_ids: [...row.redemption_ids, ...placedBy(made)], updated_at: now };
  const ended = { ...changed, plan: null, resolved_at: now };
  const told = made.effects === null ? { ...toldOf(row), balances: tellBalances(made.balances, world) } : tell(made, world);
  switch (order.type) {
    case 'CHANGE': {
      const expires_at = task.type === 'CHANGE' && task.expiresAt !== null ? task.expiresAt : row.expires_at;
      const codes = task.type === 'CHANGE' && task.codes !== null ? askedCodes(task.codes) : row.codes;
      return { ...changed, event_data: order.event.data, told, plan: planAfter(made, row), expires_at, codes: codes && [...codes] };
    }
    case 'COMMIT':
      return {
        ...ended,
        status: 'COMMITTED',
        event_id: order.reservation.event.id,
        event_data: order.event?.data ?? row.event_data,
        told,
      };
    case 'RELEASE': {
      const isExpired = task.type === 'EXPIRE' || refusal !== null;
      return {
        ...ended,
        status: isExpired ? 'EXPIRED' : 'CANCELLED',
        told,
        reason: task.type === 'CANCEL' && !isExpired ? task.reason : null,
      };
    }
    case 'DECIDE':
      throw new InvariantViolation('a new decision has no row yet');
  }
}

function newRow(
  { now, configuration, world }: BatchScope,
  event: AdmittedEvent,
  task: DecisionTask,
  order: Prepared['order'],
  made: DecisionMade,
): DecisionRow {
  const fingerprint = task.type === 'DECIDE' ? task.fingerprint : '';
  const isReserved = order.type === 'DECIDE' && order.mode === 'RESERVE';
  const named = { program_id: event.programId, participant_id: event.participantId, recipient_id: event.recipientId };
  return {
    ...named,
    id: order.type === 'DECIDE' ? order.id : '',
    external_id: event.externalId,
    idempotency_key: event.idempotencyKey,
    fingerprint,
    mode: isReserved ? 'RESERVE' : 'COMMIT',
    status: isReserved ? 'RESERVED' : made.failure ? 'FAILED' : 'COMMITTED',
    event_id: isReserved ? null : event.id,
    event_data: event.eventData as DecisionRow['event_data'], // read from JSON
    event_timestamp: event.eventTimestamp,
    request_id: uuidOfRequest(event.requestId),
    configuration_version: configuration.version,
    told: tell(made, world),
    plan: planAfter(made, named),
    redemption_ids: placedBy(made),
    reason: null,
    expires_at: isReserved && task.type === 'DECIDE' ? task.expiresAt : null,
    created_at: now,
    updated_at: now,
    resolved_at: isReserved ? null : now,
    codes: event.codes && [...event.codes],
  };
}

const isPlaced = ({ how }: SettledSpend): boolean => how === 'REDEEM' || how === 'ORDER' || how === 'RESERVE';

/** The ids of the redemptions that a decision places. */
const placedBy = ({ spends }: DecisionMade): string[] => spends.filter(isPlaced).map(({ spend }) => spend.facts.id);

const planAfter = ({ plan, evaluations }: DecisionMade, named: Parameters<typeof reservedEvaluations>[1]): DecisionRow['plan'] =>
  plan && { ...plan, evaluations: reservedEvaluations(evaluations, named) };

/** The event that a decision became, with how it ended; null for one that is not committed. */
function decidedEvent({ row, made }: Written): DecidedEvent | null {
  if (row.event_id === null) return null;
  const failed = made.failure !== null;
  return {
    id: row.event_id,
    programId: row.program_id,
    participantId: row.participant_id,
    recipientId: row.recipient_id,
    externalId: row.external_id,
    eventData: row.event_data,
    eventTimestamp: row.event_timestamp,
    codes: row.codes,
    idempotencyKey: row.idempotency_key,
    requestId: row.request_id && requestOfUuid(row.request_id),
    errorCode: made.failure?.code ?? null,
    errorMessage: made.failure?.message ?? null,
    evaluations: made.evaluations.map((evaluation) => keptEvaluation(evaluation, concernedBy(row), failed)),
  };
}

async function writeRedemptions(tx: Tx, scope: BatchScope, written: readonly Written[]): Promise<void> {
  const placed = written.flatMap(({ made, row }) =>
    made.spends.filter(isPlaced).map(({ spend: { facts, assetId, order }, how, decision }) => {
      const asset = present(scope.world.assets.get(assetId), 'what is spent is of a linked asset');
      const entryId = present(decision.entries[0], 'what is placed makes an entry').id;
      const expiresAt = how === 'RESERVE' ? row.expires_at : how === 'ORDER' ? deliveredUntil(scope) : null;
      return placedRedemption({ programId: scope.programId, asset, now: scope.now }, facts, {
        entryId,
        expiresAt,
        order,
        decisionId: row.id,
      });
    }),
  );
  for (const { prepared, made, row } of written) {
    const settled = new Map(made.spends.map((one) => [one.spend.facts.id, one]));
    for (const before of prepared.pending) {
      const after = redemptionAfter(before, settled.get(before.id), row, scope);
      if (after !== before) updateRedemptionRow(tx, scope.organizationId, after);
    }
  }
  insertRedemptions(tx, scope.organizationId, placed);
  for (const { how, spend } of written.flatMap(({ made }) => made.spends))
    if (spend.item !== null && (how === 'ORDER' || how === 'HAND_OVER')) await openOrder(tx, scope, spend.facts.id, spend.item);
}

/** Until when what a provider delivers stays reserved. */
const deliveredUntil = ({ settings, now }: BatchScope): Date | null =>
  reservationDeadline('PENDING', undefined, present(settings, 'settings are loaded where something is redeemed').ttl, now);

/** What becomes of a redemption when its reservation ends or changes. */
function redemptionAfter(before: RedemptionRow, settled: SettledSpend | undefined, row: DecisionRow, scope: BatchScope): RedemptionRow {
  const { now } = scope;
  if (settled?.how === 'CAPTURE') return afterCapture(before, settled.decision, now);
  if (settled?.how === 'RELEASE') return afterRelease(before, settled.decision, releasedBy(settled.decision), endingOf(row), now);
  const expiresAt = settled?.how === 'HAND_OVER' ? deliveredUntil(scope) : row.expires_at;
  return before.expires_at?.getTime() === expiresAt?.getTime() ? before : { ...before, expires_at: expiresAt, updated_at: now };
}

const endingOf = ({ status, reason }: DecisionRow): Ending =>
  status === 'EXPIRED' ? { status: 'FAILED', reason: RESERVATION_EXPIRED } : { status: 'CANCELLED', reason };

function releasedBy({ entries }: Decision): Amount {
  const postings = entries.flatMap((entry) => entry.postings);
  return sumAmounts(postings.flatMap(({ account, amount }) => (account.bucket === 'AVAILABLE' ? [amount] : [])));
}
