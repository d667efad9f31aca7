/**
 * Fetches a small document from a URL that a stranger supplied: over https only, from a public host, without following redirects,
 * and within limits of size and time.
 */
import { request, type Dispatcher } from 'undici';
import { targetFault } from '@/domain/webhooks/target';
import { webhookAgent } from './webhook-sender';

interface DocumentBounds {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly allowPrivate: boolean;
}

export interface PublicDocument {
  readonly status: number;
  readonly contentType: string;
  readonly cacheControl: string;
  /** Null where the document is larger than the limit. */
  readonly text: string | null;
}

/** The fetch failed. The reason is withheld from outsiders, who could use it to probe the internal network. */
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
    // Leaving the loop closes the connection.
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
