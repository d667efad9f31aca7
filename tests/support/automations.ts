/** Sets up automation tests: a sandbox program with participants, and access to the events its automations create. */
import type { Automation, AutomationRun } from '@/contract/automation';
import type { EventRecord } from '@/contract/event';
import { clockJob } from '@tests/support/clock-jobs';
import type { Answer, AnyBody } from './api';
import { performDue } from './jobs';
import { actionProgram, type ActionProgram } from './rules';

export interface AutomatedProgram extends ActionProgram {
  readonly path: string;
  create(automation: Record<string, unknown>): Promise<Answer<Automation & AnyBody>>;
  /** Creates an automation; expects 201. */
  automate(automation?: Record<string, unknown>): Promise<Automation>;
  patch(id: string, change: unknown): Promise<Answer<Automation & AnyBody>>;
  read(id: string): Promise<Automation>;
  runs(id: string): Promise<AutomationRun[]>;
  trigger(id: string): Promise<Answer<AutomationRun & AnyBody>>;
  /** Runs due automations without moving the clock; the events they create stay unprocessed. */
  run(): Promise<number>;
  advance(to: string): Promise<Record<string, number>>;
  /** The SYSTEM events, oldest first. */
  made(): Promise<EventRecord[]>;
  /** The external id of the participant of each. */
  told(): Promise<(string | null)[]>;
  now(): Promise<Date>;
}

export async function automatedProgram(settings: Parameters<typeof actionProgram>[0] = {}): Promise<AutomatedProgram> {
  const program = await actionProgram({ mode: 'SANDBOX', ...settings });
  const { api } = program;
  const path = `/programs/${program.program.id}/automations`;
  const create: AutomatedProgram['create'] = (automation) =>
    api.post(path, { name: 'A nudge', trigger: { type: 'IMMEDIATE' }, scope: 'PARTICIPANTS', event: { type: 'nudge' }, ...automation });
  const made = async () =>
    (await api.get<{ data: EventRecord[] }>('/events?sort_dir=asc&limit=200')).body.data.filter(
      ({ event_type }) => event_type === 'SYSTEM',
    );
  return {
    ...program,
    path,
    create,
    automate: async (automation = {}) => {
      const { status, body } = await create(automation);
      if (status !== 201) throw new Error(`the automation could not be made: ${JSON.stringify(body)}`);
      return body;
    },
    patch: (id, change) => api.patch(`${path}/${id}`, change),
    read: async (id) => (await api.get<Automation>(`${path}/${id}`)).body,
    runs: async (id) => {
      const { status, body } = await api.get<{ data: AutomationRun[] }>(`${path}/${id}/runs?sort_dir=asc`);
      if (status !== 200) throw new Error(`the runs could not be read: ${JSON.stringify(body)}`);
      return body.data;
    },
    trigger: (id) => api.post(`${path}/${id}/trigger`, {}),
    run: () => performDue(program.id, clockJob('run-automations')),
    advance: async (to) => {
      const { status, body } = await api.post<{ performed: Record<string, number> } & AnyBody>(
        '/sandbox/clock/advance',
        to.includes('-') ? { to } : { by: to },
      );
      if (status !== 200) throw new Error(`the clock did not move: ${JSON.stringify(body)}`);
      return body.performed;
    },
    made,
    told: async () => (await made()).map(({ external_id }) => external_id),
    now: async () => new Date((await api.get<{ now: string }>('/sandbox/clock')).body.now),
  };
}
