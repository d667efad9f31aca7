/** Does work within a transaction and takes back everything that it wrote or locked; the transaction goes on as if it had not been done. */
import type { Tx } from './transaction';

/** If the work fails, so does the transaction. */
export async function takenBack<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.query('SAVEPOINT before_work');
  const outcome = await work();
  await tx.query('ROLLBACK TO SAVEPOINT before_work');
  await tx.query('RELEASE SAVEPOINT before_work');
  return outcome;
}
