/** Defines referrals: who can be bound to who brought them, and how a referral ends. */
import { DomainError } from '@/domain/errors';
import { expiryOf, whyNotOpen, type Openness } from './program';
import type { ReferralStatus } from './statuses';

/** The most steps from one who brought to the next that are followed to find a cycle. */
export const MAX_CHAIN = 100;

/** Somebody who is or could be part of a referral. */
export interface Person {
  readonly id: string;
  readonly externalId: string;
}

/** A code that somebody brings friends with. */
export interface ReferralCodeFacts {
  readonly code: string;
  /** Whether it is the one that its owner has now; one that was replaced binds nobody. */
  readonly isCurrent: boolean;
  readonly referrer: Person & { readonly isClosed: boolean };
  readonly program: Openness & { readonly id: string; readonly withinDays: number | null };
}

interface Binding {
  readonly referred: Person & { readonly isClosed: boolean };
  /** Who has brought the participant already, if anybody. */
  readonly existing: { readonly referrerId: string; readonly status: ReferralStatus } | null;
  /** Who brought somebody; undefined for nobody. */
  readonly broughtBy: (participantId: string) => string | undefined;
  readonly timezone: string;
  readonly at: Date;
}

/** What is stored of who was bound when. */
export interface Bound {
  readonly code: string;
  readonly referralProgramId: string;
  readonly referrer: ReferralCodeFacts['referrer'];
  readonly referred: Person;
  readonly boundAt: Date;
  readonly expiresAt: Date | null;
}

/**
 * @returns null when the same two are bound already.
 * @throws DomainError code_unknown, referral_self, referral_exists, referral_not_running, referral_cycle, participant_closed.
 */
export function bind(code: ReferralCodeFacts, { referred, existing, broughtBy, timezone, at }: Binding): Bound | null {
  const { referrer, program } = code;
  if (referrer.id === referred.id) throw new DomainError('referral_self', 'The code is the participant’s own.', { param: 'code' });
  if (existing && existing.status !== 'CANCELLED' && existing.referrerId === referrer.id) return null;
  if (existing) throw alreadyBrought(existing);
  if (!code.isCurrent)
    throw new DomainError('code_unknown', 'The code was replaced by another one and no longer works.', { param: 'code' });
  const closed = whyNotOpen(program, at);
  if (closed) throw new DomainError('referral_not_running', closed, { param: 'code' });
  if (referred.isClosed) throw new DomainError('participant_closed', 'The participant is closed.', { param: 'participant_id' });
  if (referrer.isClosed) throw new DomainError('participant_closed', 'The participant who has the code is closed.', { param: 'code' });
  if (leadsTo(referrer.id, referred.id, broughtBy))
    throw new DomainError('referral_cycle', 'The participant has brought the owner of the code, directly or through others.', {
      param: 'code',
    });
  const expiresAt = expiryOf(at, program.withinDays, timezone);
  return { code: code.code, referralProgramId: program.id, referrer, referred, boundAt: at, expiresAt };
}

const alreadyBrought = ({ status }: { readonly status: ReferralStatus }): DomainError =>
  new DomainError(
    'referral_exists',
    status === 'CANCELLED'
      ? 'The referral of the participant was cancelled; nobody can bring them again.'
      : 'Somebody else has brought the participant already.',
    { param: 'code' },
  );

/** Whether whoever brought `from`, directly or through others, is `to`. */
function leadsTo(from: string, to: string, broughtBy: Binding['broughtBy']): boolean {
  let one: string | undefined = from;
  for (let steps = 0; one !== undefined && steps < MAX_CHAIN; steps++) {
    one = broughtBy(one);
    if (one === to) return true;
  }
  return false;
}

/** Whether a referral can be cancelled, or is already. @throws DomainError invalid_status. */
export function isCancelled(status: ReferralStatus): boolean {
  if (status === 'EXPIRED')
    throw new DomainError('invalid_status', 'The referral has expired; there is nothing to cancel.', { param: 'id' });
  return status === 'CANCELLED';
}

/** The step that a count reaches, or falls from; null for none. */
export const stepAt = (steps: readonly number[], count: number): number | null => (steps.includes(count) ? count : null);
