/** Calls the REST API of Tremendous: bounded in time and size, without redirects, and without throwing when no answer arrives. */
import { request } from 'undici';

export interface TremendousAccess {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Per call. */
  readonly timeoutMs: number;
  /** Aborts calls early, as if no answer had come. */
  readonly cutShort?: AbortSignal | undefined;
}

/** `status` is null when no complete answer came in time; `body` is undefined unless it was JSON. */
export interface TremendousReply {
  readonly status: number | null;
  readonly body: unknown;
  /** Seconds; null where the answer has no usable Retry-After. */
  readonly retryAfter: number | null;
}

/** The list of products is by far the longest answer. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
const NO_ANSWER: TremendousReply = { status: null, body: undefined, retryAfter: null };

export async function callTremendous(
  access: TremendousAccess,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<TremendousReply> {
  const timeout = AbortSignal.timeout(access.timeoutMs);
  try {
    const answer = await request(`${access.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${access.apiKey}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: access.cutShort ? AbortSignal.any([timeout, access.cutShort]) : timeout,
    });
    const text = await readBounded(answer.body);
    const retryAfter = /^\d{1,6}$/.exec(String(answer.headers['retry-after'] ?? ''))?.[0];
    return { status: answer.statusCode, body: parsed(text), retryAfter: retryAfter === undefined ? null : Number(retryAfter) };
  } catch {
    return NO_ANSWER;
  }
}

async function readBounded(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new RangeError('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
