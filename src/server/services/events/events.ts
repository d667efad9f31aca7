/** Reads the organization's events, one with the verdict of every rule or a page at a time, and requeues a FAILED one after a person has fixed the cause. */
import type { ListActivityEvents } from '@/contract/event';
import { DomainError } from '@/domain/errors';
import { toldEvaluations, type ToldEvaluation } from '@/domain/rules/kept-evaluation';
import type { KeysetPage } from '@/server/db/keyset';
import {
  everyEventRow,
  findEventDetail,
  listEventRows,
  type EventDetailRow,
  type EventFilters,
  type EventsQuery,
} from '@/server/db/repositories/events/event-list';
import { requeueEvent } from '@/server/db/repositories/events/event-queue';
import type { EventRow } from '@/server/db/repositories/events/event-records';
import { autocommit, withTransaction } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { wake } from '@/server/platform/wake';
import { groupStatus } from '@/server/services/groups/groups';
import { participantId } from '@/server/services/participants/participants';

export type EventWithEvaluations = Omit<EventDetailRow, 'evaluations' | 'rule_sets'> & {
  readonly rule_evaluations: readonly ToldEvaluation[];
};

/** @throws DomainError not_found. */
export async function getEvent(ctx: Ctx, id: string): Promise<EventWithEvaluations> {
  const found = await findEventDetail(ctx.organization.id, id);
  if (!found) throw new DomainError('not_found', 'There is no such event in your organization.', { param: 'id' });
  const { evaluations, rule_sets, ...event } = found;
  const concerned = { programId: event.program_id, participantId: event.participant_id, recipientId: event.recipient_id };
  const rules = (rule_sets ?? []).flatMap(({ id: ruleSetId, rules }) => rules.map((rule) => ({ ...rule, ruleSetId })));
  return { ...event, rule_evaluations: toldEvaluations(evaluations, rules, concerned) };
}

export const listEvents = (ctx: Ctx, query: EventsQuery): Promise<KeysetPage<EventRow>> => listEventRows(ctx.organization.id, query);

/** Every matching event, from one snapshot. */
export const everyEvent = (ctx: Ctx, query: EventFilters): AsyncIterable<EventRow[]> => everyEventRow(ctx.organization.id, query);

/** Events whose actor is one participant. @throws DomainError not_found. */
export async function listParticipantEvents(ctx: Ctx, query: ListActivityEvents): Promise<KeysetPage<EventRow>> {
  return listEventRows(ctx.organization.id, { ...query, participant_id: await participantId(ctx, query.id) });
}

/** Events whose actor was a member of one group at the time. @throws DomainError not_found. */
export async function listGroupEvents(ctx: Ctx, { id, ...query }: ListActivityEvents): Promise<KeysetPage<EventRow>> {
  await groupStatus(ctx, autocommit, id);
  return listEventRows(ctx.organization.id, { ...query, group_id: id });
}

/** @throws DomainError not_found, invalid_status unless the event is FAILED. */
export async function retryEvent(ctx: Ctx, id: string): Promise<EventRow> {
  const requeued = await withTransaction((tx) => requeueEvent(tx, ctx.organization.id, id, ctx.clock.now()));
  // Read outside the transaction: taking a second connection while holding one can exhaust the pool.
  if (!requeued) {
    const { status } = await getEvent(ctx, id);
    throw new DomainError('invalid_status', `Only a FAILED event can be retried; this one is ${status}.`, { param: 'id' });
  }
  wake('process-events');
  return requeued;
}
