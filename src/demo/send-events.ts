/**
 * Sends GitHub's example webhooks to the demo program through the public API, in batches, as any
 * backend would: it respects the rate limit and may be run again, since every event has an idempotency key.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { EventBatchResult, EventIngestion } from '@/contract/event';
import { githubEvents } from './github-events';
import { request, type DemoTarget } from './request';

interface DemoReport {
  readonly sent: number;
  readonly refused: number;
  readonly completed: number;
  readonly failed: number;
}

const EVENTS_PER_BATCH = 25;
const BYTES_PER_BATCH = 800_000;
const POLL_MS = 250;
const PATIENCE_MS = 60_000;

/** @param progress called with how many events have been sent, and how many there are. */
export async function sendDemoEvents(target: DemoTarget, progress: (done: number, total: number) => void): Promise<DemoReport> {
  const events = githubEvents(target.programId);
  let sent = 0;
  let refused = 0;
  progress(0, events.length);
  for (const batch of batches(events)) {
    const result = await request<EventBatchResult>(target, 'POST', '/v1/events/batch', { events: batch });
    sent += result.success_count;
    refused += result.error_count;
    progress(sent + refused, events.length);
  }
  return { sent, refused, ...(await waitUntilProcessed(target, events.length - refused)) };
}

function* batches(events: readonly EventIngestion[]): Generator<EventIngestion[]> {
  let batch: EventIngestion[] = [];
  let bytes = 0;
  for (const event of events) {
    const size = Buffer.byteLength(JSON.stringify(event));
    if (batch.length === EVENTS_PER_BATCH || bytes + size > BYTES_PER_BATCH) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(event);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** Ingestion is asynchronous: the outcome is known once no event is PENDING. */
async function waitUntilProcessed(target: DemoTarget, expected: number): Promise<{ completed: number; failed: number }> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const counts = { completed: await count(target, 'COMPLETED'), failed: await count(target, 'FAILED') };
    if (counts.completed + counts.failed >= expected || Date.now() > deadline) return counts;
    await delay(POLL_MS);
  }
}

async function count(target: DemoTarget, status: string): Promise<number> {
  let total = 0;
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ program_id: target.programId, status, limit: '200', ...(cursor === null ? {} : { cursor }) });
    const page: { data: unknown[]; pagination: { next_cursor: string | null } } = await request(target, 'GET', `/v1/events?${query}`);
    total += page.data.length;
    cursor = page.pagination.next_cursor;
  } while (cursor !== null);
  return total;
}
