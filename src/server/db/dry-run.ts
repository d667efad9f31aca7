/**
 * Does work without a trace: as a transaction whose checks are all made and whose result is that of the real thing, or within one that goes on, and takes back
 * everything that was written or locked.
 */
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

/** If the work fails, so does the transaction. */
export async function takenBack<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.query('SAVEPOINT before_work');
  const outcome = await work();
  await tx.query('ROLLBACK TO SAVEPOINT before_work');
  await tx.query('RELEASE SAVEPOINT before_work');
  return outcome;
}
