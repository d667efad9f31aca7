/**
 * Takes a batch of decisions about one program in one transaction: holds the slots of their participants, processes what waits of their earlier events,
 * decides, and commits all of it. A decision that is refused changes nothing.
 */
import { present } from '@/domain/assert';
import { decideTogether } from '@/domain/decisions/decide';
import { DomainError, orRefusal } from '@/domain/errors';
import { ruleBudget } from '@/domain/rules/cel/bounds';
import type { EventFacts } from '@/domain/rules/evaluate';
import { findDecisionsForUpdate, type DecisionRow } from '@/server/db/repositories/decisions/decisions';
import { claimEarlierEvents, type EarlierEvents } from '@/server/db/repositories/events/earlier-events';
import { enroll, insertParticipants } from '@/server/db/repositories/events/enrollment';
import { findPendingOfDecisions, findRedemptionSettings, type RedemptionRow } from '@/server/db/repositories/rewards/redemptions';
import { keptConfiguration } from '@/server/db/repositories/rules/kept-configurations';
import { loadWorld } from '@/server/db/repositories/rules/world';
import { LOCK_NOT_AVAILABLE, sqlState, type Tx } from '@/server/db/transaction';
import { insertWebhooks } from '@/server/db/webhook-writing';
import { idsAt, newIdAt } from '@/server/platform/ids';
import { factsOf, peopleOf } from '@/server/services/events/claimed-events';
import { inTurns } from '@/server/services/events/in-turns';
import { ScarceMeans } from '@/server/services/events/lanes';
import { NameTaken, type AdmittedDecisions } from './admit-decisions';
import { commitBatch, type Prepared } from './commit-batch';
import type { DecisionLane, DecisionTask, NewDecision } from './orders';
import { openShelf, priceRedemptions } from './price-redemptions';
import { prepareReserved } from './prepare-reserved';
import { eventOf, eventOfNew } from './reservation-of';

interface DecisionHold {
  /** Whether the whole program is held, as what the lanes share is scarce. */
  readonly whole: boolean;
  /** How long to wait for others, in milliseconds. */
  readonly patience: number;
}

export type DecisionAnswers = ReadonlyMap<DecisionTask, DecisionRow | DomainError>;

/** Some are refused whose participants would have been created for them: the others are decided again without these. */
export class RefusedNewcomers extends Error {
  constructor(readonly refused: DecisionAnswers) {
    super('decisions about new participants are refused');
  }
}

/** The most earlier events that are processed together with decisions. */
const MOST_EARLIER = 200;

const budget = ruleBudget(() => performance.now());

/**
 * @returns what each task came to; null when only earlier events were processed and it has to be tried again.
 * @throws DomainError participant_busy. @throws ScarceMeans, RefusedNewcomers.
 */
export async function decideBatch(
  tx: Tx,
  lane: DecisionLane,
  tasks: readonly DecisionTask[],
  admission: AdmittedDecisions,
  hold: DecisionHold,
): Promise<DecisionAnswers | null> {
  const { organizationId, programId, now, version } = lane;
  const { earlier, rows, pending } = await holdAll(tx, lane, tasks, admission, hold);
  const onlyEarlier = earlier.ready.length > 0 && (version !== null || earlier.ready.length >= MOST_EARLIER);
  const open = onlyEarlier ? [] : tasks;
  await bringIn(tx, lane, onlyEarlier ? { ...admission, newcomers: [], enrollments: [], webhooks: [] } : admission);
  const asked = open.flatMap((task) => ('redemptions' in task ? (task.redemptions ?? []) : []));
  const rewardIds = [...asked.map(({ reward_id }) => reward_id), ...pending.map(({ reward_id }) => reward_id)].filter(
    (id) => typeof id === 'string',
  );
  const people = everybody(open, admission, rows, earlier);
  const [shelf, settings, kept] = await Promise.all([
    openShelf(tx, organizationId, rewardIds, people.actorIds),
    asked.length > 0 || pending.length > 0 ? findRedemptionSettings(tx, organizationId, programId) : null,
    version === null || onlyEarlier ? undefined : keptConfiguration(tx, organizationId, programId, version),
  ]);
  const { world, configuration } = await loadWorld(tx, { organizationId, programId, now, locksMeans: hold.whole }, people, kept);
  const till = { world, shelf, settings };
  const newId = idsAt(now);
  const prepared = open.map((task) =>
    orRefusal(() =>
      task.type === 'DECIDE'
        ? prepareNew(task, admission, earlier, till)
        : prepareReserved(task, { rows, pending, configuration, till, newId }),
    ),
  );
  const orders = prepared.filter(isPrepared);
  const steps = decideTogether(
    world,
    configuration,
    { earlier: earlier.ready.map(factsOf), orders: orders.map(({ order }) => order), stock: shelf.stock },
    { newId, budget },
  );
  const made = await inTurns(steps, undefined);
  if (!hold.whole && !made.isWithinPortion) throw new ScarceMeans();
  const answers = new Map<DecisionTask, DecisionRow | DomainError>();
  for (const [index, task] of open.entries()) {
    const one = present(prepared[index], 'each task is prepared, in order');
    if (!isPrepared(one)) answers.set(task, one);
  }
  for (const [index, { task }] of orders.entries()) {
    const outcome = present(made.outcomes[index], 'each order has an outcome');
    if (outcome instanceof DomainError) answers.set(task, named(task, outcome));
  }
  const refused = new Map(
    [...admission.admitted.keys()].flatMap((task) => {
      const answer = answers.get(task);
      return answer instanceof DomainError ? [[task, answer] as const] : [];
    }),
  );
  if (refused.size > 0 && admission.newcomers.length + admission.enrollments.length > 0) throw new RefusedNewcomers(refused);
  const stored = await commitBatch(tx, { ...lane, configuration, world, earlier: earlier.ready, shelf, settings }, orders, made);
  if (onlyEarlier) return null;
  for (const [task, row] of stored) if (!answers.has(task)) answers.set(task, row);
  return answers;
}

/** @returns what is answered without deciding, for one that does not enter. @throws DomainError participant_busy, and refusals of redemptions. */
function prepareNew(
  task: NewDecision,
  { admitted, answers }: AdmittedDecisions,
  earlier: EarlierEvents,
  till: Parameters<typeof priceRedemptions>[0],
): Prepared | DecisionRow | DomainError {
  const event = admitted.get(task);
  if (!event) return present(answers.get(task), 'a decision that does not enter is answered');
  assertNotHeldBack(earlier, event.participantId, till.world.now);
  const id = newIdAt(till.world.now);
  const order: Prepared['order'] = {
    type: 'DECIDE',
    id,
    mode: task.mode,
    event: eventOfNew(event, id),
    spends: priceRedemptions(till, event.participantId, task.redemptions),
  };
  return { task, order, event, row: null, pending: [], refusal: null };
}

const isPrepared = (one: Prepared | DecisionRow | DomainError): one is Prepared => 'order' in one;

/** The refusal by the field of the request that it is about: the ledger and rules name their own. */
function named({ type }: DecisionTask, { code, message, param, details }: DomainError): DomainError {
  const isOwn = param !== undefined && (param.startsWith('redemptions[') || (param.startsWith('codes[') && type !== 'COMMIT'));
  const isOfBasket = type === 'DECIDE' || (type === 'COMMIT' && (param?.startsWith('codes[') ?? false));
  const own = isOwn ? param : isOfBasket ? 'event_data' : 'id';
  return new DomainError(code, message, { param: own, ...(details ? { details } : {}) });
}

interface Held {
  readonly earlier: EarlierEvents;
  /** By id. */
  readonly rows: ReadonlyMap<string, DecisionRow>;
  readonly pending: readonly RedemptionRow[];
}

async function holdAll(
  tx: Tx,
  lane: DecisionLane,
  tasks: readonly DecisionTask[],
  { admitted }: AdmittedDecisions,
  hold: DecisionHold,
): Promise<Held> {
  const ofReservations = tasks.flatMap((task) => (task.type === 'DECIDE' ? [] : [task]));
  const participantIds = [...admitted.values(), ...ofReservations].map(({ participantId }) => participantId);
  const ids = ofReservations.map(({ id }) => id);
  try {
    const [earlier, rows, pending] = await Promise.all([
      claimEarlierEvents(tx, lane, { ...hold, participantIds: [...new Set(participantIds)], limit: MOST_EARLIER }),
      ids.length > 0 ? findDecisionsForUpdate(tx, lane.organizationId, ids) : [],
      ids.length > 0 ? findPendingOfDecisions(tx, lane.organizationId, ids) : [],
    ]);
    return { earlier, rows: new Map(rows.map((row) => [row.id, row])), pending };
  } catch (error) {
    throw sqlState(error) === LOCK_NOT_AVAILABLE ? participantBusy(1) : error;
  }
}

/** @throws DomainError participant_busy. */
function assertNotHeldBack({ heldUntil }: EarlierEvents, participantId: string, now: Date): void {
  const until = heldUntil.get(participantId);
  if (until) throw participantBusy(Math.ceil((until.getTime() - now.getTime()) / 1_000));
}

export const participantBusy = (retryAfter: number): DomainError =>
  new DomainError(
    'participant_busy',
    'Earlier events of the participant are still being processed; nothing was changed, so send the same decision again.',
    { param: 'external_id', details: { retry_after_seconds: Math.max(1, retryAfter) } },
  );

/** Creates and enrolls those whom decisions name first. @throws NameTaken. */
async function bringIn(
  tx: Tx,
  { organizationId, now }: DecisionLane,
  { newcomers, enrollments, webhooks }: Pick<AdmittedDecisions, 'newcomers' | 'enrollments' | 'webhooks'>,
): Promise<void> {
  if (newcomers.length > 0) {
    const created = await insertParticipants(tx, organizationId, now, newcomers);
    if (created.length < newcomers.length) throw new NameTaken();
  }
  if (enrollments.length > 0) enroll(tx, organizationId, now, enrollments);
  for (const [requestId, group] of Map.groupBy(webhooks, (one) => one.requestId)) {
    const drafts = group.map(({ draft }) => draft);
    insertWebhooks(tx, { organizationId, now, requestId }, drafts);
  }
}

function everybody(
  tasks: readonly DecisionTask[],
  { admitted }: AdmittedDecisions,
  rows: ReadonlyMap<string, DecisionRow>,
  { ready }: EarlierEvents,
): ReturnType<typeof peopleOf> {
  const earlier = peopleOf(ready);
  const own = tasks.flatMap((task) => {
    const event = task.type === 'DECIDE' ? admitted.get(task) : undefined;
    const row = task.type === 'DECIDE' ? undefined : rows.get(task.id);
    if (event)
      return [
        {
          actor: event.participantId,
          recipient: event.recipientId,
          data: [event.eventData as EventFacts['data']], // read from JSON
          timestamp: event.eventTimestamp,
          codes: event.codes ?? [],
          happened: task.type === 'DECIDE' && task.mode === 'COMMIT' ? [eventOfNew(event, null)] : [],
        },
      ];
    if (!row || task.type === 'DECIDE') return [];
    const changed = 'data' in task && task.data !== null ? [task.data] : [];
    const codes = [
      ...(row.codes ?? []),
      ...('codes' in task ? (task.codes ?? []) : []),
      ...(row.plan?.codes ?? []).map(({ code }) => code),
    ];
    const happened = task.type === 'COMMIT' ? [row.event_data, ...changed].map((data) => ({ ...eventOf(row, row.id), data })) : [];
    const { participant_id: actor, recipient_id: recipient, event_timestamp: timestamp } = row;
    return [{ actor, recipient, data: [row.event_data, ...changed], timestamp, codes, happened }];
  });
  return {
    actorIds: [...new Set([...earlier.actorIds, ...own.map(({ actor }) => actor)])],
    recipientIds: [...new Set([...earlier.recipientIds, ...own.flatMap(({ recipient }) => recipient ?? [])])],
    events: [...earlier.events, ...own.flatMap(({ data }) => data)],
    counted: [
      ...earlier.counted,
      ...own.flatMap(({ actor, data, timestamp }) => data.map((one) => ({ participantId: actor, data: one, timestamp }))),
    ],
    happened: [...earlier.happened, ...own.flatMap(({ happened }) => happened)],
    codes: [...earlier.codes, ...own.map(({ actor, codes }) => ({ participantId: actor, codes: [...codes] }))],
  };
}
