/** Runs a transaction as a dry run: all checks are made, the result is that of the real thing, and everything is rolled back. */
import { withTransaction, type TransactionOptions, type Tx } from './transaction';

class DryRunEnded extends Error {
  constructor(readonly outcome: unknown) {
    super('the dry run has ended');
  }
}

/** @param dryRun false: an ordinary transaction. */
export async function withDryRun<T>(dryRun: boolean, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!dryRun) return withTransaction(work);
  return rolledBack(async (tx) => {
    const outcome = await work(tx);
    await tx.query('SET CONSTRAINTS ALL IMMEDIATE');
    return outcome;
  });
}

/** Runs what is found by keys alone and writes nothing that could be checked. */
export const withoutTrace = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => rolledBack(work, { genericPlans: true });

async function rolledBack<T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
  try {
    return await withTransaction(async (tx) => {
      throw new DryRunEnded(await work(tx));
    }, options);
  } catch (error) {
    if (error instanceof DryRunEnded) return error.outcome as T; // what `work` gave, as nothing else runs in between
    throw error;
  }
}
