/** Answers in pieces, which are written as fast as they are read, and end when their reader goes. */

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
 * The same pieces, the first of which is there already: what fails before anything is written fails here, where it
 * can still be answered. Whoever is handed them must read them or `return`.
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
 * Each piece converted. Unlike a generator, it hands `return` on while a piece is still being waited for.
 * @param last a piece after all others, if there is to be one; asked again once it was written.
 */
export function mapPieces<From, To>(
  pieces: AsyncIterable<From>,
  convert: (piece: From) => To,
  last: () => To | null = () => null,
): AsyncIterable<To> {
  const iterator = pieces[Symbol.asyncIterator]();
  return piecewise(
    async (): Promise<IteratorResult<To>> => {
      const next = await iterator.next();
      if (!next.done) return { done: false, value: convert(next.value) };
      const end = last();
      return end === null ? { done: true, value: undefined } : { done: false, value: end };
    },
    () => iterator.return?.(),
  );
}

/** How reading ended: to its end, by a failure, or because the reader went away. */
export type Ending = { readonly kind: 'WHOLE' } | { readonly kind: 'BROKEN'; readonly error: unknown } | { readonly kind: 'LEFT' };

/** Tells once how reading ended, and how many bytes were read. */
export function watched(pieces: Pieces, tell: (ending: Ending, bytes: number) => void): Pieces {
  const iterator = pieces[Symbol.asyncIterator]();
  let [bytes, told] = [0, false];
  const end = (ending: Ending): void => {
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
