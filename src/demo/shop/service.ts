/**
 * Sends one request of the example shop to the rewards service, and again when no answer comes. Each of the shop's
 * requests may be repeated: it only reads, or has a key, or ends a decision, which ends only once.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ShopError, SentRequest } from './wire';

export interface Service {
  /** Such as `http://localhost:3000`. */
  readonly address: string;
  /** Stays on the server: whoever has it can do anything in the organization. */
  readonly apiKey: string;
}

interface Heard {
  readonly status: number;
  readonly body: unknown;
  /** Seconds. */
  readonly retryAfter: number | null;
}

const PATIENCE_MS = 5_000;
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 200;

/** A request that the service refused, with the error as it came. */
export class RefusedByService extends Error {
  constructor(
    readonly status: number,
    readonly refusal: ShopError,
    readonly sent: SentRequest,
    readonly retryAfter: number | null,
  ) {
    super(`${sent.method} ${sent.path} answered ${status}: ${refusal.message}`);
  }
}

/** @throws RefusedByService, also when there is no answer after all attempts. */
export async function ask<T>(service: Service, method: string, path: string, body?: unknown): Promise<T> {
  const sent = { method, path, body };
  for (let attempt = 1; ; attempt += 1) {
    const heard = await once(service, sent).catch(() => null);
    if (heard !== null && heard.status < 300) return heard.body as T; // as the reference describes the route
    const isLast = attempt === ATTEMPTS;
    if (heard === null && isLast) throw new RefusedByService(504, NO_ANSWER, sent, null);
    const mayHelp = heard === null || heard.status === 408 || heard.status === 429 || heard.status >= 500;
    // An error of the service has this form, whatever went wrong.
    if (heard !== null && (!mayHelp || isLast)) throw new RefusedByService(heard.status, heard.body as ShopError, sent, heard.retryAfter);
    await delay(heard?.retryAfter ? heard.retryAfter * 1_000 : FIRST_PAUSE_MS * 2 ** (attempt - 1));
  }
}

const NO_ANSWER = { code: 'no_answer', message: 'The rewards service does not answer. Try again: the same request has the same key.' };

async function once({ address, apiKey }: Service, { method, path, body }: SentRequest): Promise<Heard> {
  const response = await fetch(new URL(path, address), {
    method,
    headers: { Authorization: `Bearer ${apiKey}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, body: await response.json(), retryAfter: retryAfter === null ? null : Number(retryAfter) };
}
