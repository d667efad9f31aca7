/** Refuses changes that leave a subject with more state than the limit allows. */
import { assertStateFits, type LimitedState } from '@/domain/participants/limits';
import type { StateChange, Subject } from '@/domain/participants/state';
import { countState } from '@/server/db/repositories/people/state-lists';
import type { Tx } from '@/server/db/transaction';

/**
 * @param changes already applied, in the same transaction.
 * @param fieldOf the field of the request that adds state of a type.
 * @throws DomainError unprocessable.
 */
export async function assertChangesFit(
  tx: Tx,
  organizationId: string,
  subject: Subject,
  changes: readonly StateChange[],
  fieldOf: (type: LimitedState) => string,
): Promise<void> {
  for (const type of ['TAG', 'ATTRIBUTE', 'COUNTER'] as const) {
    if (changes.some((change) => change.type === type))
      assertStateFits(type, await countState(tx, organizationId, subject, type), fieldOf(type));
  }
}
