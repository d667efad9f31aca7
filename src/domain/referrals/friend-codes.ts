/** Judges the codes of an event with which somebody brings its participant, and binds the two once its rules have run. */
import type { CodeVerdict } from '@/domain/codes/judge';
import { NOTHING, type Decision, type NewId } from '@/domain/decision';
import { DomainError, orRefusal } from '@/domain/errors';
import type { EventFacts } from '@/domain/rules/evaluate';
import type { Draft } from '@/domain/rules/world';
import { referralBound } from './announce';
import { bind, type Bound } from './referral';

/** What a code of a friend does. */
export interface FriendCodes {
  /** @returns who is to be bound, null for two who are already, or why nobody is; `code_unknown` for no such code. */
  judge(code: string): Bound | null | DomainError;
}

type Asking = Pick<EventFacts, 'participantId' | 'timestamp'>;

/** Each sees what those before it in the event would bind. */
export function friendCodes({ world }: Draft, { participantId, timestamp }: Asking): FriendCodes {
  const { bindings } = world.referrals;
  const made = new Map<string, Bound>();
  return {
    judge: (code) => {
      const facts = bindings.code(code);
      const referred = participantId === null ? undefined : world.participants.get(participantId);
      if (!facts || !referred) return UNKNOWN;
      const before = made.get(facts.program.id);
      const existing = before ? { referrerId: before.referrer.id, status: 'PENDING' as const } : bindings.of(facts.program.id, referred.id);
      const bound = orRefusal(() =>
        bind(facts, {
          referred: { id: referred.id, externalId: referred.externalId, isClosed: referred.status === 'CLOSED' },
          existing,
          broughtBy: (id) => bindings.broughtBy(facts.program.id, id),
          timezone: world.program.timezone,
          at: timestamp,
        }),
      );
      if (bound && !(bound instanceof DomainError)) made.set(facts.program.id, bound);
      return bound;
    },
  };
}

const UNKNOWN = new DomainError('code_unknown', 'The program has no such code; check how it is written.');

/** Whatever the rules made of the event. */
export function bindFriends(draft: Draft, eventId: string, verdicts: readonly Pick<CodeVerdict, 'binds'>[], newId: NewId): Decision {
  const bound = verdicts.flatMap(({ binds }) => binds ?? []);
  if (bound.length === 0) return NOTHING;
  const { id: programId, organizationId } = draft.world.program;
  const changes = bound.map(({ code, referralProgramId, referrer, referred, boundAt, expiresAt }) => ({
    type: 'BIND' as const,
    referral: { id: newId(), referralProgramId, referrer, referredId: referred.id, boundAt, expiresAt },
    programId,
    code,
    eventId,
  }));
  const decision = {
    ...NOTHING,
    referrals: changes,
    webhooks: changes.map(({ referral: { id, referralProgramId, referrer, referredId }, code }) =>
      referralBound({ id, organizationId, programId, referralProgramId, referrerId: referrer.id, referredId }, code),
    ),
  };
  draft.apply(decision);
  return decision;
}

/** Binds with the codes of a reservation that is committed, as far as they still can; nothing else becomes of them by then. */
export function bindReserved(draft: Draft, event: EventFacts, newId: NewId): Decision {
  if (event.codes === null || !('asked' in event.codes)) return NOTHING;
  const friends = friendCodes(draft, event);
  const judged = event.codes.asked.map((code) => friends.judge(code));
  const binds = judged.flatMap((bound) => (bound === null || bound instanceof DomainError ? [] : [{ binds: bound }]));
  return bindFriends(draft, event.id, binds, newId);
}
