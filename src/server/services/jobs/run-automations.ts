/** Job: run automations that are due. */
import { nextAutomationDue, nextAutomationDueOfAny } from '@/server/db/repositories/automations';
import type { ClockJob } from '@/server/job';
import { runAutomations } from '@/server/services/automations/run-automations';

export const runAutomationsJob: ClockJob = {
  name: 'run-automations',
  title: 'Run automations',
  counter: 'automations',
  run: runAutomations,
  nextDue: nextAutomationDue,
  nextWake: nextAutomationDueOfAny,
};
