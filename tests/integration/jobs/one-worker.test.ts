/** One worker at a time holds a program: what it postpones, the others must see before they begin. */
import { expect, test } from 'vitest';
import type { EventDetail } from '@/contract/event';
import { claimEvents, postponeEvent, WHOLE } from '@/server/db/repositories/events/event-queue';
import { withTransaction } from '@/server/db/transaction';
import { processDueEvents } from '@tests/support/jobs';
import { programWithAsset } from '@tests/support/programs';

const MINUTE_MS = 60_000;

test('an event that is put off just when another worker comes for it holds back the later ones of its participant', async () => {
  const ours = await programWithAsset();
  await ours.addRule({});
  const first = await ours.send({});
  const second = await ours.send({});
  const now = new Date();
  await withTransaction(async (tx) => {
    const program = { programId: ours.program.id, organizationId: ours.id, now };
    const claimed = await claimEvents(tx, program, { limit: 1, hold: WHOLE });
    expect(claimed.map(({ id }) => id)).toEqual([first.id]);
    postponeEvent(tx, program, claimed[0]!, new Date(now.getTime() + MINUTE_MS));
    await processDueEvents(ours.id);
  });
  await processDueEvents(ours.id);
  const statusOf = async ({ id }: { id: string }) => (await ours.api.get<EventDetail>(`/events/${id}`)).body.status;
  expect([await statusOf(first), await statusOf(second)]).toEqual(['PENDING', 'PENDING']);
});
