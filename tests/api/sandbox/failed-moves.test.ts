import { expect, test } from 'vitest';
import type { ClockMove } from '@/contract/clock-move';
import { organizationClock } from '@/server/platform/context';
import { leaseClock, moveClock } from '@/server/db/organization-clock';
import { insertClockMove } from '@/server/db/repositories/organizations/clock-moves';
import { newId } from '@/server/platform/ids';
import type { ClockJob } from '@/server/platform/job';
import { advanceClock } from '@/server/services/sandbox/advance-clock';
import { organization, type AnyBody, type Api } from '@tests/support/api';

const MINUTE = 60_000;
const DAY = 86_400_000;
const movesOf = async (api: Api) => (await api.get<{ data: ClockMove[] }>('/sandbox/clock/moves')).body.data;
const readMove = async (api: Api, id: string) => (await api.get<ClockMove & AnyBody>(`/sandbox/clock/moves/${id}`)).body;
const daysOf = ({ from, reached }: ClockMove) => (Date.parse(reached!) - Date.parse(from)) / DAY;

/** Work that falls due on the third day of a move and always fails. */
function impossibleWork(): ClockJob {
  let due: Date | undefined;
  return {
    name: 'process-due-lots',
    title: 'Cannot be done',
    counter: 'impossible',
    nextDue: async (_, until) => (due ??= new Date(until.getTime() - 7 * DAY)),
    nextWake: async () => null,
    run: async () => {
      throw new Error('the disk is full');
    },
  };
}

test('a move that fails on the way says so and where the clock stopped, and the clock can be moved on', async () => {
  const { id, api } = await organization({ mode: 'SANDBOX' });
  const ctx = {
    organization: { id, mode: 'SANDBOX', clockOffsetMs: 0 },
    actor: { kind: 'SYSTEM' },
    clock: organizationClock(0),
    requestId: 'test',
    idempotencyKey: null,
  } as const;
  await expect(advanceClock(ctx, [impossibleWork()], organizationClock(0), { by: '10d' })).rejects.toThrow('the disk is full');
  const [failed] = await movesOf(api);
  expect(failed).toMatchObject({ status: 'FAILED', performed: { impossible: 0 }, ended_at: expect.any(String) });
  expect(daysOf(failed!)).toBeCloseTo(3, 2);
  const clock = await api.get<{ now: string; moving: unknown }>('/sandbox/clock');
  expect(clock.body.moving).toBeNull();
  expect(Date.parse(clock.body.now)).toBeGreaterThanOrEqual(Date.parse(failed!.reached!));
  expect((await api.post('/sandbox/clock/advance', { by: '1d' })).status).toBe(200);
  expect((await movesOf(api)).map(({ status }) => status)).toEqual(['COMPLETED', 'FAILED']);
});

/** A ten-day move whose process died after two days, five minutes ago, without releasing its lease. */
async function abandonedMove(organizationId: string) {
  const started = new Date(Date.now() - 6 * MINUTE);
  const lapsed = new Date(Date.now() - 5 * MINUTE);
  await leaseClock(organizationId, started, lapsed);
  const moveId = newId();
  await insertClockMove(organizationId, {
    id: moveId,
    moved_from: started,
    moved_to: new Date(started.getTime() + 10 * DAY),
    api_key_id: null,
    user_id: null,
    on_behalf_of: null,
    started_at: started,
  });
  await moveClock(organizationId, 2 * DAY);
  return { moveId, started, lapsed };
}

test('a move whose process died is failed from the end of its lease on, also after the next move began', async () => {
  const { id, api } = await organization({ mode: 'SANDBOX' });
  const { moveId, started, lapsed } = await abandonedMove(id);
  const stopped = {
    id: moveId,
    status: 'FAILED',
    ended_at: lapsed.toISOString(),
    reached: new Date(lapsed.getTime() + 2 * DAY).toISOString(),
    duration_ms: lapsed.getTime() - started.getTime(),
  };
  expect(await readMove(api, moveId)).toMatchObject(stopped);
  expect(await movesOf(api)).toMatchObject([stopped]);
  expect((await api.get<AnyBody>('/sandbox/clock')).body.moving).toBeNull();
  expect((await api.post('/sandbox/clock/advance', { by: '1d' })).status).toBe(200);
  expect(await movesOf(api)).toMatchObject([{ status: 'COMPLETED' }, stopped]);
});
