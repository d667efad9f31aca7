/** Job: fail pending redemptions at their deadline. */
import { nextReservationDue, nextReservationDueOfAny } from '@/server/db/repositories/reservations';
import type { ClockJob } from '@/server/job';
import { expireReservations } from '@/server/services/redemptions/expire-reservations';

export const expireReservationsJob: ClockJob = {
  name: 'expire-reservations',
  title: 'Let reservations expire',
  counter: 'reservations',
  run: expireReservations,
  nextDue: nextReservationDue,
  nextWake: nextReservationDueOfAny,
};
