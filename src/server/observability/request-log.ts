/**
 * Records API requests and their responses: gathered in memory and written in batches alongside the traffic, so that no response
 * waits for them. A process that is killed loses less than a second of them, and a database that cannot keep up costs log
 * entries, never requests.
 */
import { LOGGED_BODY_BYTES } from '@/contract/log';
import { redacted } from '@/domain/redaction';
import { insertRequestLogs, type LoggedRequest } from '@/server/db/repositories/organizations/request-logs';
import { log } from '@/server/platform/log';
import { singleton } from '@/server/platform/singleton';

const BATCH = 500;
const FLUSH_AFTER_MS = 250;
const MOST_WAITING = 5_000;

export class RequestLog {
  private waiting: LoggedRequest[] = [];
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();
  private dropped = 0;

  constructor(private readonly write: (rows: readonly LoggedRequest[]) => Promise<void> = insertRequestLogs) {}

  /** Bodies are redacted before anything of them is stored. */
  add(row: LoggedRequest): void {
    if (this.waiting.length >= MOST_WAITING) {
      this.dropped += 1;
      return;
    }
    this.waiting.push(row);
    if (this.waiting.length >= BATCH) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref();
  }

  /** Writes what is waiting; resolves when it is stored, or dropped with a line in the process log. */
  flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.writing = this.writing.then(() => this.writeWaiting());
    return this.writing;
  }

  private async writeWaiting(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, BATCH);
      try {
        await this.write(batch.map(keepable));
      } catch (error) {
        this.dropped += batch.length;
        log().warn({ err: error, requests: batch.length }, 'requests could not be logged');
      }
    }
    if (this.dropped > 0) log().warn({ requests: this.dropped }, 'requests are missing from the log');
    this.dropped = 0;
  }
}

function keepable(row: LoggedRequest): LoggedRequest {
  return { ...row, path: redacted(row.path), request_body: bounded(row.request_body), response_body: bounded(row.response_body) };
}

const bounded = (body: string | null): string | null => (body === null || body.length > LOGGED_BODY_BYTES ? null : redacted(body));

export const requestLog = (): RequestLog => singleton('request-log', () => new RequestLog());
