/** Single events sent at the same moment are stored together, without anybody noticing. */
import type { EventRecord } from '@/contract/event';
import { prisma } from '@/server/db/client';
import { requestOfUuid } from '@/server/platform/ids';
import { programWithAsset } from '@tests/support/programs';
import { expect, test } from 'vitest';

test('of events sent at once each is answered with its own, and a refused one fails alone', async () => {
  const { api, id, program } = await programWithAsset({ program: { on_unknown_participant: 'CREATE' } });
  const closed = await api.post<{ id: string }>('/participants', { external_id: 'closed', program_id: program.id });
  await api.patch(`/participants/${closed.body.id}`, { status: 'CLOSED' });
  const names = Array.from({ length: 60 }, (_, n) => (n % 10 === 3 ? 'closed' : `member-${n % 7}`));
  const answers = await Promise.all(
    names.map((external_id, n) =>
      api.post<EventRecord>('/events', { program_id: program.id, external_id, idempotency_key: `at-once-${n}`, event_data: { n } }),
    ),
  );
  for (const [n, { status, body, headers }] of answers.entries()) {
    if (names[n] === 'closed') {
      expect(status).toBe(422);
      expect(body).toMatchObject({ code: 'participant_closed' });
      continue;
    }
    expect(status).toBe(202);
    expect(body).toMatchObject({ external_id: names[n], idempotency_key: `at-once-${n}`, event_data: { n }, status: 'PENDING' });
    const stored = await prisma().event.findFirstOrThrow({ where: { organization_id: id, id: body.id } });
    expect(requestOfUuid(stored.request_id!)).toBe(headers['x-request-id']);
  }
  expect(await prisma().event.count({ where: { organization_id: id } })).toBe(54);
  expect(await prisma().participant.count({ where: { organization_id: id } })).toBe(8);
});
