/** Job: run the rules over due events. */
import { nextEventDue, nextEventDueOfAny, programsWithDueEvents } from '@/server/db/repositories/due-events';
import type { ClockJob } from '@/server/job';
import { processEvents } from '@/server/services/events/process-events';

export const processEventsJob: ClockJob = {
  name: 'process-events',
  title: 'Run the rules over events',
  counter: 'events',
  run: processEvents,
  lanes: { key: 'program_id', due: async (now) => (await programsWithDueEvents(now, null, 1)).map(({ programId }) => programId) },
  nextDue: nextEventDue,
  nextWake: nextEventDueOfAny,
};
