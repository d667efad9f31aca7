/** Marks moments between transactions, so that work can wait until none is left that wrote before without knowing of what was committed at the mark. */
import { only } from '@/domain/assert';
import { statement } from './transaction';

/** Separates transactions that have written already from later ones: each of them has a lower number. */
export async function transactionMark(organizationId: string): Promise<string> {
  const row = only(await statement<{ mark: string }>('SELECT transactions_begun($1::uuid) AS mark', [organizationId]));
  return row.mark;
}

/** Whether every transaction that had written at the mark has ended. */
export async function hasPassed(organizationId: string, mark: string): Promise<boolean> {
  const row = only(await statement<{ passed: boolean }>('SELECT transactions_ended($1::uuid, $2::text) AS passed', [organizationId, mark]));
  return row.passed;
}

/** The same for those alone that write to one of the tables. */
export async function writersHavePassed(organizationId: string, mark: string, tables: readonly string[]): Promise<boolean> {
  const row = only(
    await statement<{ passed: boolean }>('SELECT writers_ended($1::uuid, $2::text, $3::text[]) AS passed', [organizationId, mark, tables]),
  );
  return row.passed;
}
