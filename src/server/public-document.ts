/**
 * Reads a small document at an address that a stranger named: over https alone, from a public host, without following
 * redirects, within bounds of bytes and of seconds.
 */
import { request, type Dispatcher } from 'undici';
import { targetFault } from '@/domain/webhooks/target';
import { webhookAgent } from './webhook-sender';

export interface DocumentBounds {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly allowPrivate: boolean;
}

export interface PublicDocument {
  readonly status: number;
  readonly contentType: string;
  readonly cacheControl: string;
  /** Null where it is longer than the bound. */
  readonly text: string | null;
}

/** Nothing came of it; why is for nobody outside, who could find out about our network that way. */
export class DocumentUnreachableError extends Error {
  override readonly name = 'DocumentUnreachableError';
}

/** @throws DocumentUnreachableError */
export async function readPublicDocument(
  url: string,
  { maxBytes, timeoutMs, allowPrivate }: DocumentBounds,
  dispatcher: Dispatcher = webhookAgent(allowPrivate),
): Promise<PublicDocument> {
  if (targetFault(url, allowPrivate) || new URL(url).protocol !== 'https:')
    throw new DocumentUnreachableError('the address is not allowed');
  try {
    const headers = { accept: 'application/json' };
    const answer = await request(url, { headers, dispatcher, signal: AbortSignal.timeout(timeoutMs) });
    return {
      status: answer.statusCode,
      contentType: String(answer.headers['content-type'] ?? ''),
      cacheControl: String(answer.headers['cache-control'] ?? ''),
      text: await readUpTo(maxBytes, answer.body),
    };
  } catch (cause) {
    throw new DocumentUnreachableError('the document could not be read', { cause });
  }
}

async function readUpTo(maxBytes: number, body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop ends the connection.
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
