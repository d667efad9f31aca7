/** Turns checks of the ledger, which refuse by throwing, into faults that can be reported when a rule is saved. */
import { DomainError } from '@/domain/errors';
import type { ActionFault } from './kind';

/** The refusal of `check` as a fault of the field that it names; none when it passes. */
export function refusalOf(check: () => unknown): ActionFault[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [{ field: error.param ?? '', message: error.message, reason: 'invalid_value', code: error.code }];
  }
}
