/** Runs a transaction as a dry run: all checks are made, the result is that of the real thing, and everything is rolled back. */
import { withTransaction, type Tx } from './transaction';

class Rehearsed extends Error {
  constructor(readonly outcome: unknown) {
    super('rehearsed');
  }
}

/** @param dryRun false: an ordinary transaction. */
export async function withRehearsal<T>(dryRun: boolean, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!dryRun) return withTransaction(work);
  try {
    return await withTransaction(async (tx) => {
      const outcome = await work(tx);
      await tx.query('SET CONSTRAINTS ALL IMMEDIATE');
      throw new Rehearsed(outcome);
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.outcome as T;
    throw error;
  }
}
