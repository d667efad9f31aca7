/** Streams responses in pieces, which are produced as fast as they are read and end when the reader disconnects. */

export type Pieces = AsyncIterable<string | Uint8Array<ArrayBuffer>>;

/** The body of a web response. */
export function textStream(pieces: Pieces): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = pieces[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    cancel: async () => void (await iterator.return?.()),
  });
}

/**
 * The same pieces, with the first already read: a failure before anything is written surfaces here, where it can still be
 * answered with an error. The caller must read the result to its end or call `return`.
 */
export async function begun<Piece>(pieces: AsyncIterable<Piece>): Promise<AsyncIterable<Piece>> {
  const iterator = pieces[Symbol.asyncIterator]();
  let first: IteratorResult<Piece> | null = await iterator.next();
  return piecewise(
    () => {
      const head = first;
      first = null;
      return head === null ? iterator.next() : Promise.resolve(head);
    },
    () => iterator.return?.(),
  );
}

/**
 * Converts each piece. Unlike a generator, it passes `return` on even while a piece is being awaited.
 * @param last returns a piece to add after all others, or null; called again after that piece was written.
 */
export function mapPieces<From, To>(
  pieces: AsyncIterable<From>,
  convert: (piece: From) => To | Promise<To>,
  last: () => To | null = () => null,
): AsyncIterable<To> {
  const iterator = pieces[Symbol.asyncIterator]();
  return piecewise(
    async (): Promise<IteratorResult<To>> => {
      const next = await iterator.next();
      if (!next.done) return { done: false, value: await convert(next.value) };
      const end = last();
      return end === null ? { done: true, value: undefined } : { done: false, value: end };
    },
    () => iterator.return?.(),
  );
}

/** How reading ended: at the end, with a failure, or because the reader disconnected. */
type StreamEnd = { readonly kind: 'WHOLE' } | { readonly kind: 'BROKEN'; readonly error: unknown } | { readonly kind: 'LEFT' };

/** Reports once how reading ended and how many bytes were read. */
export function watched(pieces: Pieces, tell: (ending: StreamEnd, bytes: number) => void): Pieces {
  const iterator = pieces[Symbol.asyncIterator]();
  let [bytes, told] = [0, false];
  const end = (ending: StreamEnd): void => {
    if (!told) tell(ending, bytes);
    told = true;
  };
  return piecewise(
    async () => {
      try {
        const next = await iterator.next();
        if (next.done) end({ kind: 'WHOLE' });
        else bytes += Buffer.byteLength(next.value);
        return next;
      } catch (error) {
        end({ kind: 'BROKEN', error });
        throw error;
      }
    },
    () => {
      end({ kind: 'LEFT' });
      return iterator.return?.();
    },
  );
}

function piecewise<Piece>(next: () => Promise<IteratorResult<Piece>>, leave: () => Promise<unknown> | undefined): AsyncIterable<Piece> {
  const iterator: AsyncIterator<Piece> = {
    next,
    return: async () => {
      await leave();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
