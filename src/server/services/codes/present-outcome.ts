/** Presents what became of the codes of events and decisions, in their wire form. */
import type { CodeOutcome } from '@/contract/code-use';
import { untoldCodes, type KeptCode } from '@/domain/codes/kept';
import { normalizedCode } from '@/domain/codes/text';
import type { DecisionStatus } from '@/domain/decisions/machine';
import type { EventRow } from '@/server/db/repositories/events/event-records';

/** Nothing for an event without codes. */
export function eventCodes({ codes, code_verdicts, status }: Pick<EventRow, 'codes' | 'code_verdicts' | 'status'>): {
  codes?: CodeOutcome[];
} {
  if (codes === null) return {};
  const isOver = status === 'COMPLETED' || status === 'FAILED';
  return { codes: code_verdicts ?? untoldCodes(codes.map(normalizedCode), isOver ? 'UNUSED' : 'PENDING') };
}

const USED: Readonly<Record<DecisionStatus, CodeOutcome['status']>> = {
  RESERVED: 'RESERVED',
  COMMITTED: 'REDEEMED',
  FAILED: 'UNUSED',
  CANCELLED: 'RETURNED',
  EXPIRED: 'RETURNED',
};

/** The same of a decision. @param told as it was when it was decided. */
export const decisionCodes = (told: readonly KeptCode[], status: DecisionStatus): { codes?: CodeOutcome[] } =>
  told.length === 0 ? {} : { codes: told.map((code) => (code.status === 'REDEEMED' ? { ...code, status: USED[status] } : code)) };
