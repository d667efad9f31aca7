/** Refuses changes that leave a subject with more state than the limit allows. */
import { assertStateFits } from '@/domain/participants/limits';
import type { StateChange, Subject } from '@/domain/participants/state';
import { countState } from '@/server/db/repositories/state-lists';
import type { Tx } from '@/server/db/transaction';

/** @param changes already applied, in the same transaction. @throws DomainError unprocessable. */
export async function assertChangesFit(tx: Tx, organizationId: string, subject: Subject, changes: readonly StateChange[]): Promise<void> {
  for (const type of ['TAG', 'ATTRIBUTE', 'COUNTER'] as const) {
    if (changes.some((change) => change.type === type)) assertStateFits(type, await countState(tx, organizationId, subject, type));
  }
}
