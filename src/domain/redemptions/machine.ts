/** Decides what may become of a redemption: one transition table for every state and trigger. */
import { DomainError, type ErrorCode } from '@/domain/errors';
import { isOneOf } from '@/domain/fields';

export const REDEMPTION_STATUSES = ['PENDING', 'COMPLETED', 'FAILED', 'CANCELLED', 'PARTIALLY_REVERSED', 'FULLY_REVERSED'] as const;
export type RedemptionStatus = (typeof REDEMPTION_STATUSES)[number];

/** EXPIRE is the deadline of a reservation; REVERSE_REST reverses all that is left, REVERSE_PART less than that. */
export const REDEMPTION_TRIGGERS = ['CAPTURE', 'CANCEL', 'FAIL', 'EXPIRE', 'REVERSE_PART', 'REVERSE_REST'] as const;
export type RedemptionTrigger = (typeof REDEMPTION_TRIGGERS)[number];

type Refusal = Extract<ErrorCode, 'redemption_already_resolved' | 'redemption_not_completed' | 'already_reversed'>;

/** The next state, UNCHANGED when the redemption already is as asked, or the code of a refusal. */
type RedemptionTransition = RedemptionStatus | 'UNCHANGED' | Refusal;

/** The row of an ended redemption. @param again the trigger that ended it, which leaves it unchanged. */
const ended = (again?: 'CAPTURE' | 'CANCEL' | 'FAIL') => ({
  CAPTURE: again === 'CAPTURE' ? ('UNCHANGED' as const) : ('redemption_already_resolved' as const),
  CANCEL: again === 'CANCEL' ? ('UNCHANGED' as const) : ('redemption_already_resolved' as const),
  FAIL: again === 'FAIL' ? ('UNCHANGED' as const) : ('redemption_already_resolved' as const),
  EXPIRE: 'UNCHANGED' as const,
});

const NOT_COMPLETED = { REVERSE_PART: 'redemption_not_completed', REVERSE_REST: 'redemption_not_completed' } as const;
const REVERSIBLE = { REVERSE_PART: 'PARTIALLY_REVERSED', REVERSE_REST: 'FULLY_REVERSED' } as const;

const REDEMPTION_TABLE: Readonly<Record<RedemptionStatus, Readonly<Record<RedemptionTrigger, RedemptionTransition>>>> = {
  PENDING: { CAPTURE: 'COMPLETED', CANCEL: 'CANCELLED', FAIL: 'FAILED', EXPIRE: 'FAILED', ...NOT_COMPLETED },
  COMPLETED: { ...ended('CAPTURE'), ...REVERSIBLE },
  FAILED: { ...ended('FAIL'), ...NOT_COMPLETED },
  CANCELLED: { ...ended('CANCEL'), ...NOT_COMPLETED },
  PARTIALLY_REVERSED: { ...ended(), ...REVERSIBLE },
  FULLY_REVERSED: { ...ended(), REVERSE_PART: 'already_reversed', REVERSE_REST: 'already_reversed' },
};

const REFUSALS: Readonly<Record<Refusal, (status: RedemptionStatus) => string>> = {
  redemption_already_resolved: (status) => `The redemption is ${status} and cannot end in another way; read it before you go on.`,
  redemption_not_completed: (status) => `The redemption is ${status}; only a completed redemption can be reversed.`,
  already_reversed: () => 'The redemption is fully reversed; nothing remains to reverse.',
};

const isStatus = (verdict: RedemptionTransition): verdict is RedemptionStatus => isOneOf(REDEMPTION_STATUSES, verdict);

/**
 * The state that a trigger leads to; null when the redemption already is what the trigger asks for.
 * @throws DomainError redemption_already_resolved, redemption_not_completed, already_reversed.
 */
export function transition(status: RedemptionStatus, trigger: RedemptionTrigger): RedemptionStatus | null {
  const verdict = REDEMPTION_TABLE[status][trigger];
  if (verdict === 'UNCHANGED') return null;
  if (isStatus(verdict)) return verdict;
  throw new DomainError(verdict, REFUSALS[verdict](status), { param: 'id', details: { status } });
}
