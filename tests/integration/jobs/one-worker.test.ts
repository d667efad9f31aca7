/** One worker at a time holds a program: what it postpones, the others must see before they begin. */
import { expect, test, vi } from 'vitest';
import type { EventDetail } from '@/contract/event';
import { claimEvents, postponeEvent } from '@/server/db/repositories/event-queue';
import { statement, withTransaction } from '@/server/db/transaction';
import { processDueEvents } from '@tests/support/jobs';
import { programWithAsset } from '@tests/support/programs';

const MINUTE_MS = 60_000;
/** A worker that waits for an event being postponed. */
const WAITING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM events%FOR UPDATE%'`;

test('an event that is put off just when another worker comes for it holds back the later ones of its participant', async () => {
  const ours = await programWithAsset();
  await ours.addRule({});
  const first = await ours.send({});
  const second = await ours.send({});
  const now = new Date();
  const { coming } = await withTransaction(async (tx) => {
    const claimed = await claimEvents(
      tx,
      { programId: ours.program.id, organizationId: ours.id, now },
      { limit: 1, only: [first.id], share: null },
    );
    expect(claimed).toHaveLength(1);
    await postponeEvent(tx, ours.id, first.id, new Date(now.getTime() + MINUTE_MS), now);
    const other = processDueEvents(ours.id);
    await Promise.race([other, vi.waitUntil(async () => (await statement(WAITING)).length > 0, { timeout: 60_000 })]);
    return { coming: other };
  });
  await coming;
  const statusOf = async ({ id }: { id: string }) => (await ours.api.get<EventDetail>(`/events/${id}`)).body.status;
  expect([await statusOf(first), await statusOf(second)]).toEqual(['PENDING', 'PENDING']);
});
