/** Job: create the events of broadcasts. */
import { nextBroadcastDue, nextBroadcastDueOfAny } from '@/server/db/repositories/broadcasts';
import type { ClockJob } from '@/server/job';
import { runBroadcasts } from '@/server/services/events/run-broadcasts';

export const runBroadcastsJob: ClockJob = {
  name: 'run-broadcasts',
  title: 'Make the events of broadcasts',
  counter: 'broadcasts',
  run: runBroadcasts,
  nextDue: nextBroadcastDue,
  nextWake: nextBroadcastDueOfAny,
};
