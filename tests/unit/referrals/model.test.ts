/** Random bindings, qualifications and cancellations against a simple model: who brought whom, what counts, and what is told. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noCodes } from '@/domain/codes/book';
import { DomainError, orRefusal } from '@/domain/errors';
import { Bindings, ReferralBook, referrerKey, type OpenReferral } from '@/domain/referrals/book';
import type { ReferralTerms } from '@/domain/referrals/program';
import { bind } from '@/domain/referrals/referral';
import { type ReferralStatus } from '@/domain/referrals/statuses';
import { evaluate, NOW, world } from '../rules/actions/support';

const PEOPLE = ['ada', 'bob', 'cleo', 'dan', 'eve'];
const person = (id: string) => ({ id, externalId: `ext-${id}` });
const open = { id: 'friends', status: 'ACTIVE', activeFrom: null, activeTo: null, withinDays: null, campaign: null } as const;

const step = fc.oneof(
  fc.record({ does: fc.constant('BRING' as const), who: fc.constantFrom(...PEOPLE), by: fc.constantFrom(...PEOPLE) }),
  fc.record({ does: fc.constant('BUY' as const), who: fc.constantFrom(...PEOPLE), by: fc.constant('') }),
  fc.record({ does: fc.constant('CANCEL' as const), who: fc.constantFrom(...PEOPLE), by: fc.constant('') }),
);

/** The model: one line for each friend who was ever brought, and nothing else. */
interface Line {
  readonly by: string;
  status: ReferralStatus;
  counted: boolean;
}

const isAbove = (lines: ReadonlyMap<string, Line>, one: string, other: string): boolean => {
  const seen = new Set<string>();
  for (let at = lines.get(one)?.by; at !== undefined && !seen.has(at); at = lines.get(at)?.by) {
    if (at === other) return true;
    seen.add(at);
  }
  return false;
};

function expectedRefusal(lines: ReadonlyMap<string, Line>, who: string, by: string): string | null | 'SAME' {
  if (who === by) return 'referral_self';
  const line = lines.get(who);
  if (line) return line.by === by && line.status !== 'CANCELLED' ? 'SAME' : 'referral_exists';
  return isAbove(lines, by, who) ? 'referral_cycle' : null;
}

test('whatever is brought, bought and cancelled in whatever order, each is brought once, never in a circle, and counts are exact', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.option(fc.integer({ min: 1, max: 3 })), (steps, most) => {
      const lines = new Map<string, Line>();
      const stored = new Map<string, OpenReferral>();
      const countOf = (by: string): number =>
        [...lines.values()].filter((line) => line.by === by && line.status === 'QUALIFIED' && line.counted).length;
      for (const { does, who, by } of steps) {
        const line = lines.get(who);
        if (does === 'BRING') {
          const bound = orRefusal(() =>
            bind(
              { code: by, isCurrent: true, referrer: { ...person(by), isClosed: false }, program: open },
              {
                referred: { ...person(who), isClosed: false },
                existing: line ? { referrerId: line.by, status: line.status } : null,
                broughtBy: (id) => lines.get(id)?.by,
                timezone: 'UTC',
                at: NOW,
              },
            ),
          );
          const refusal = bound instanceof DomainError ? bound.code : bound === null ? 'SAME' : null;
          expect(refusal).toBe(expectedRefusal(lines, who, by));
          if (refusal !== null) continue;
          lines.set(who, { by, status: 'PENDING', counted: false });
          const referrer = { ...person(by), isClosed: false };
          stored.set(who, {
            id: `referral-${who}`,
            referralProgramId: 'friends',
            referrer,
            referredId: who,
            boundAt: NOW,
            expiresAt: null,
          });
        } else if (does === 'CANCEL') {
          if (line) line.status = 'CANCELLED';
        } else {
          const told = bought(who, stored, most, (referrer) => countOf(referrer), line?.status === 'PENDING');
          const counts = line?.status === 'PENDING' && (most === null || countOf(line.by) < most);
          expect(told).toEqual([
            ...(counts && line
              ? [['referral.qualified', `ext-${line.by}`, countOf(line.by) + 1, countOf(line.by) + 1 === 2 ? 2 : null]]
              : []),
            ...(line?.status === 'PENDING' ? [['referral.completed', `ext-${who}`, undefined, undefined]] : []),
          ]);
          if (line?.status === 'PENDING') Object.assign(line, { status: 'QUALIFIED', counted: counts });
        }
      }
    }),
    { numRuns: 300 },
  );
});

/** What is told of a purchase, which is evaluated with the open referral of whoever buys, if there is one. */
function bought(
  who: string,
  stored: ReadonlyMap<string, OpenReferral>,
  most: number | null,
  countOf: (referrer: string) => number,
  isOpen: boolean,
): unknown[][] {
  const terms: ReferralTerms = {
    id: 'friends',
    key: 'friends',
    eventTypes: ['purchase'],
    condition: null,
    maxPerReferrer: most,
    steps: [2],
  };
  const referral = stored.get(who);
  const book = new ReferralBook(
    new Map([['friends', terms]]),
    new Map(isOpen && referral ? [[who, [referral]]] : []),
    new Map(PEOPLE.map((id) => [referrerKey('friends', id), countOf(id)])),
    new Bindings(new Map(), new Map()),
  );
  const participants = new Map(PEOPLE.map((id) => [id, { ...person(id), status: 'ACTIVE' as const, enrolledAt: NOW }]));
  const over = world({ referrals: book, participants, codes: noCodes() });
  const outcome = evaluate([], { participantId: who, data: { type: 'purchase' } }, over);
  const again = evaluate([], { participantId: who, data: { type: 'purchase' } }, over);
  if (outcome.failure || again.failure) throw new Error('the event completes');
  expect(again.decision.events).toEqual([]);
  return outcome.decision.events.map(({ participant, data }) => [data.type, participant?.externalId, data.count, data.step]);
}
