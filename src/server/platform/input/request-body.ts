/** Streams request bodies, never reading more of them than is allowed. */
import { DomainError } from '@/domain/errors';

const MIB = 2 ** 20;

/** @param maxBytes the limit. */
export const tooLarge = (maxBytes: number): DomainError =>
  new DomainError('request_too_large', `The body is larger than ${maxBytes / MIB} MiB; send less at a time.`);

/** Passes a body through as long as it stays within the limit. */
export async function* boundedBody(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('request_canceled', 'The body stopped before its end; send the request again.');
  }
}

/** The chunks of a web request's body; none when it has no body. */
export async function* webBody(request: Request): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = request.body?.getReader();
  for (let read; reader && !(read = await reader.read()).done;) yield read.value;
}
