/**
 * Writes the parts of a whole in order, each while the next one is being made, so that Postgres and this
 * process work at the same time. If either side fails, the other stops too, and no write is still
 * running when the caller receives the error.
 */
export async function writeBehind<Part>(
  make: (broken: AbortSignal) => AsyncIterable<Part>,
  write: (part: Part) => Promise<void>,
): Promise<void> {
  const broken = new AbortController();
  let writing = Promise.resolve();
  try {
    for await (const part of make(broken.signal)) {
      await writing;
      writing = write(part);
      // The next part may take long to make, so a failure stops it at once.
      writing.catch((error: unknown) => broken.abort(error));
    }
  } catch (error) {
    await writing.catch(() => undefined);
    throw error;
  }
  await writing;
}
