/** Prepares what is to become of a reservation: a deadline that has passed takes effect first. */
import { nextDecisionStatus } from '@/domain/decisions/machine';
import type { NewId } from '@/domain/decision';
import { DomainError, orRefusal } from '@/domain/errors';
import type { RuleConfiguration } from '@/domain/rules/rule';
import type { DecisionRow } from '@/server/db/repositories/decisions/decisions';
import type { RedemptionRow } from '@/server/db/repositories/rewards/redemptions';
import type { Prepared } from './commit-batch';
import type { ReservationChange, ReservationEnd } from './orders';
import { priceRedemptions } from './price-redemptions';
import { eventOf, reservationOf } from './reservation-of';

interface Surroundings {
  readonly rows: ReadonlyMap<string, DecisionRow>;
  readonly pending: readonly RedemptionRow[];
  /** The version that decided. */
  readonly configuration: RuleConfiguration;
  readonly till: Parameters<typeof priceRedemptions>[0];
  readonly newId: NewId;
}

/** @returns the decision as it is when nothing is to do. @throws DomainError not_found, decision_already_resolved, and refusals of redemptions. */
export function prepareReserved(task: ReservationChange | ReservationEnd, surroundings: Surroundings): Prepared | DecisionRow {
  const { rows, configuration, till, newId } = surroundings;
  const row = rows.get(task.id);
  if (!row) throw new DomainError('not_found', 'There is no such decision in your organization.', { param: 'id' });
  const { now } = till.world;
  const pending = surroundings.pending.filter(({ decision_id }) => decision_id === row.id);
  const isPast = row.expires_at !== null && row.expires_at <= now;
  if (nextDecisionStatus(row.status, task.type) === null || (task.type === 'EXPIRE' && !isPast)) return row;
  const reservation = reservationOf(row, pending, configuration, newId());
  const prepared = { task, event: null, row, pending, refusal: null };
  if (isPast && task.type !== 'EXPIRE') {
    const refusal = orRefusal(() => nextDecisionStatus('EXPIRED', task.type));
    return { ...prepared, order: { type: 'RELEASE', reservation }, refusal: refusal instanceof DomainError ? refusal : null };
  }
  const changed = (data: ReservationChange['data'], codes: ReservationChange['codes'] = null) => ({
    ...eventOf(codes === null ? row : { ...row, codes: [...codes] }, reservation.event.id),
    ...(data === null ? {} : { data }),
  });
  switch (task.type) {
    case 'CHANGE': {
      const spends = task.redemptions && priceRedemptions(till, row.participant_id, task.redemptions);
      return { ...prepared, order: { type: 'CHANGE', reservation, event: changed(task.data, task.codes), spends } };
    }
    case 'COMMIT':
      return { ...prepared, order: { type: 'COMMIT', reservation, event: task.data === null ? null : changed(task.data) } };
    case 'CANCEL':
    case 'EXPIRE':
      return { ...prepared, order: { type: 'RELEASE', reservation } };
  }
}
