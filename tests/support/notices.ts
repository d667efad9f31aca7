/** Sets up tests of notices: a sandbox program with value that expires, whose settings are made, and whose clock is moved, through the API. */
import type { EventDetail, EventRecord } from '@/contract/event';
import type { Notice } from '@/contract/notice';
import type { NoticeSetting } from '@/contract/notice-setting';
import type { ParticipantDetail } from '@/contract/participant';
import type { Ctx } from '@/server/platform/context';
import type { JobName } from '@/server/platform/wake';
import { advanceClock } from '@/server/services/sandbox/advance-clock';
import { clockJob } from '@tests/support/clock-jobs';
import type { Answer, AnyBody } from './api';
import { performDue } from './jobs';
import { programWithAsset, type TestProgram } from './programs';

type Body = Record<string, unknown>;

export interface NoticeClub extends TestProgram {
  /** Makes a participant of the program. */
  join(externalId: string, attributes?: Body): Promise<ParticipantDetail>;
  /** Credits a participant; must succeed. */
  credit(externalId: string, amount: string, terms?: Body): Promise<void>;
  debit(externalId: string, amount: string): Promise<void>;
  create(setting?: Body): Promise<Answer<NoticeSetting & AnyBody>>;
  /** Creates a setting, of value that expires within 7 days unless `setting` says otherwise; must succeed. */
  setting(setting?: Body): Promise<NoticeSetting>;
  patch(setting: Pick<NoticeSetting, 'id'>, change: Body): Promise<Answer<NoticeSetting & AnyBody>>;
  /** Oldest first. */
  notices(query?: string): Promise<Notice[]>;
  /** The sentence of each, oldest first. */
  told(): Promise<string[]>;
  /** The SYSTEM events, oldest first. */
  made(): Promise<EventRecord[]>;
  event(id: string): Promise<EventDetail>;
  /** Sends the notices that are due, without moving the clock. */
  sendDue(): Promise<number>;
  advance(to: string): Promise<Record<string, number>>;
  /** Moves the clock in the same way, while these jobs alone work: much cheaper where many days pass. */
  pass(to: string, ...jobs: JobName[]): Promise<void>;
  now(): Promise<Date>;
}

let count = 0;

export async function noticeClub(
  settings: { readonly timezone?: string; readonly start?: string; readonly mode?: 'LIVE' | 'SANDBOX' } = {},
): Promise<NoticeClub> {
  const { timezone = 'UTC', start, mode = 'SANDBOX' } = settings;
  const made = await programWithAsset({ mode, inventory_mode: 'LOT', scale: 2, symbol: `PTS${(count += 1)}N`, program: { timezone } });
  const { api, program, asset } = made;
  const must = async <T>(answer: Promise<Answer<T>>, ...expected: number[]): Promise<T> => {
    const { status, body } = await answer;
    if (!expected.includes(status)) throw new Error(`expected ${expected.join(' or ')}, got ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const create = (setting: Body = {}): Promise<Answer<NoticeSetting & AnyBody>> =>
    api.post('/notice-settings', {
      program_id: program.id,
      key: `notice-${(count += 1)}`,
      name: 'A notice',
      terms: { kind: 'VALUE_EXPIRES', days_before: 7 },
      ...setting,
    });
  const notices = async (query = ''): Promise<Notice[]> =>
    (await must(api.get<{ data: Notice[] }>(`/notices?sort_dir=asc&limit=100${query}`), 200)).data;
  const move = (externalId: string, body: Body) =>
    must(
      api.post(`/participants/ext:${externalId}/balances/adjust`, {
        program_id: program.id,
        asset_id: asset.id,
        description: 'Goodwill',
        ...body,
      }),
      200,
      201,
    );
  const advance = async (to: string): Promise<Record<string, number>> =>
    (await must(api.post<{ performed: Record<string, number> }>('/sandbox/clock/advance', to.includes('-') ? { to } : { by: to }), 200))
      .performed;
  const club = {
    ...made,
    join: async (externalId: string, attributes?: Body) => {
      const person = await must(api.post<ParticipantDetail>('/participants', { external_id: externalId, program_id: program.id }), 201);
      if (attributes) await must(api.patch(`/participants/${person.id}/state/attributes`, { set: attributes }), 200);
      return person;
    },
    credit: async (externalId: string, amount: string, terms: Body = {}) =>
      void (await move(externalId, { type: 'CREDIT', amount, ...terms })),
    debit: async (externalId: string, amount: string) => void (await move(externalId, { type: 'DEBIT', amount })),
    create,
    setting: (setting?: Body) => must(create(setting), 201),
    patch: (setting: Pick<NoticeSetting, 'id'>, change: Body): Promise<Answer<NoticeSetting & AnyBody>> =>
      api.patch(`/notice-settings/${setting.id}`, change),
    notices,
    told: async () => (await notices()).map(({ sentence }) => sentence),
    made: async () =>
      (await must(api.get<{ data: EventRecord[] }>('/events?sort_dir=asc&limit=200'), 200)).data.filter(
        ({ event_type }) => event_type === 'SYSTEM',
      ),
    event: (id: string) => must(api.get<EventDetail>(`/events/${id}`), 200),
    sendDue: () => performDue(made.id, clockJob('send-notices')),
    advance,
    pass: async (to: string, ...jobs: JobName[]) => {
      const ctx: Ctx = {
        organization: { id: made.id, mode, clockOffsetMs: 0 },
        actor: { kind: 'SYSTEM' },
        clock: { now: () => new Date() },
        requestId: 'req_passing',
        idempotencyKey: null,
      };
      await advanceClock(ctx, jobs.map(clockJob), ctx.clock, { to });
    },
    now: async () => new Date((await must(api.get<{ now: string }>('/sandbox/clock'), 200)).now),
  };
  if (start !== undefined) await advance(start);
  return club;
}
