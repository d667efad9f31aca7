/** Composes the notices of causes that are due from what these are about by now; a cause that is over, or was told of, composes none. */
import { dateAt } from '@/domain/calendar/days';
import { counterReading } from '@/domain/participants/counters';
import { tierPlace } from '@/domain/participants/state';
import type { NoticeData } from '@/domain/notices/data';
import { expiringValue } from '@/domain/notices/expiring-value';
import type { NoticeTerms, TermsOf } from '@/domain/notices/kinds';
import { levelAtRisk, levelNearlyReached, type LevelFacts } from '@/domain/notices/levels';
import { ahead } from '@/domain/notices/windows';
import { tierOf } from '@/domain/tiers/tier';
import { earlierNotices, expiringLots, lastActivity, openReservations, unusedRewards } from '@/server/db/repositories/notices/notice-facts';
import { loadTierSubjects } from '@/server/db/repositories/programs/tier-subjects';
import { loadProgramTiers } from '@/server/db/repositories/programs/tiers';
import type { Tx } from '@/server/db/transaction';
import { ofChallenges } from './ending-challenges';

type Queries = Pick<Tx, 'query'>;

export interface DueCause {
  readonly cause: string;
  readonly participant_id: string;
  readonly about: string | null;
}

export interface ComposedNotice<Cause extends DueCause = DueCause> {
  /** The cause in the queue. */
  readonly of: Cause;
  /** The cause of the notice, which says more where only the facts tell it. */
  readonly cause: string;
  readonly data: NoticeData;
  readonly coversUntil: Date | null;
}

export interface Composing {
  readonly organizationId: string;
  readonly programId: string;
  readonly settingId: string | null;
  readonly timezone: string;
  readonly now: Date;
}

/** In the order of the causes. */
export function composeNotices<Cause extends DueCause>(
  tx: Queries,
  by: Composing,
  terms: NoticeTerms,
  causes: readonly Cause[],
): Promise<ComposedNotice<Cause>[]> {
  switch (terms.kind) {
    case 'VALUE_EXPIRES':
      return ofValue(tx, by, terms, causes);
    case 'TIER_AT_RISK':
    case 'TIER_NEARLY_REACHED':
      return ofLevels(tx, by, terms, causes);
    case 'CHALLENGE_ENDS':
      return ofChallenges(tx, by, terms, causes);
    case 'RESERVATION_EXPIRES':
      return ofReservations(tx, by, causes);
    case 'REWARD_UNUSED':
      return ofRewards(tx, by, causes);
    case 'INACTIVE':
      return ofSilence(tx, by, terms, causes);
  }
}

const idsIn = (causes: readonly DueCause[]): string[] => [...new Set(causes.map(({ participant_id }) => participant_id))];
const aboutsIn = (causes: readonly DueCause[]): string[] => causes.flatMap(({ about }) => (about === null ? [] : [about]));

/** One for each participant: it tells of all that expires by the end of the window. */
async function ofValue<Cause extends DueCause>(tx: Queries, by: Composing, terms: TermsOf<'VALUE_EXPIRES'>, causes: readonly Cause[]) {
  const { end } = ahead(by.now, terms.days_before, by.timezone, null);
  const participantIds = idsIn(causes);
  const [lots, earlier] = await Promise.all([
    expiringLots(tx, by, { participantIds, assetId: terms.asset_id, now: by.now, end }),
    earlierNotices(tx, by, participantIds, by.now),
  ]);
  const first = new Map(causes.toReversed().map((cause) => [cause.participant_id, cause]));
  return causes.flatMap((cause): ComposedNotice<Cause>[] => {
    const { participant_id: id } = cause;
    if (first.get(id) !== cause) return [];
    const data = expiringValue(lots.get(id) ?? [], earlier.get(id) ?? [], { minAmount: terms.min_amount, timeZone: by.timezone });
    return data === null ? [] : [{ of: cause, cause: cause.cause, data, coversUntil: end }];
  });
}

async function ofLevels<Cause extends DueCause>(
  tx: Queries,
  by: Composing,
  terms: TermsOf<'TIER_AT_RISK'> | TermsOf<'TIER_NEARLY_REACHED'>,
  causes: readonly Cause[],
) {
  const [rows, subjects] = await Promise.all([
    loadProgramTiers(tx, by.organizationId, by.programId),
    loadTierSubjects(
      tx,
      by.organizationId,
      idsIn(causes).map((id) => ({ type: 'PARTICIPANT', id })),
    ),
  ]);
  const subjectOf = new Map(subjects.map((subject) => [subject.subject.id, subject]));
  const asked = rows.filter(({ key }) => terms.tier === null || terms.tier === key);
  return causes.flatMap((cause): ComposedNotice<Cause>[] =>
    asked.flatMap((row): ComposedNotice<Cause>[] => {
      const tier = tierOf({ ...row, programId: by.programId, programActive: true });
      const subject = subjectOf.get(cause.participant_id);
      const facts: LevelFacts = {
        participantId: cause.participant_id,
        tier,
        tierName: row.name,
        levelName: (key) => row.levels.find((level) => level.key === key)?.display_name ?? key,
        membership: subject?.tierMemberships.get(tierPlace(tier)) ?? null,
        read: (key) => counterReading(subject?.counters.get(key), by.now),
      };
      const told = terms.kind === 'TIER_AT_RISK' ? levelAtRisk(facts, by.timezone) : levelNearlyReached(facts, terms.percent, by.now);
      // A level that was earned again, or lost, since its end was found is another cause.
      if (told === null || (terms.kind === 'TIER_AT_RISK' && told.cause !== cause.cause)) return [];
      return [{ of: cause, ...told, coversUntil: null }];
    }),
  );
}

async function ofReservations<Cause extends DueCause>(tx: Queries, by: Composing, causes: readonly Cause[]) {
  const facts = new Map((await openReservations(tx, by, aboutsIn(causes), by.now)).map((one) => [one.id, one]));
  return causes.flatMap((cause): ComposedNotice<Cause>[] => {
    const found = facts.get(cause.about ?? '');
    if (!found) return [];
    const { id, is_decision, expires_at, reward, asset, amount } = found;
    const ids = is_decision ? { decision_id: id, redemption_id: null } : { decision_id: null, redemption_id: id };
    const data: NoticeData = { kind: 'RESERVATION_EXPIRES', ...ids, expires_at: expires_at.toISOString(), reward, asset, amount };
    return [{ of: cause, cause: cause.cause, data, coversUntil: null }];
  });
}

async function ofRewards<Cause extends DueCause>(tx: Queries, by: Composing, causes: readonly Cause[]) {
  const facts = new Map((await unusedRewards(tx, by, aboutsIn(causes), by.now)).map((one) => [one.redemption_id, one]));
  const textOf = (at: Date | null) => at && at.toISOString();
  const dayOf = (at: Date | null) => at && dateAt(at, by.timezone);
  return causes.flatMap((cause): ComposedNotice<Cause>[] => {
    const found = facts.get(cause.about ?? '');
    if (!found) return [];
    const { delivered_at, reserved_at, expires_at, ...reward } = found;
    const data: NoticeData = {
      kind: 'REWARD_UNUSED',
      ...reward,
      delivered_at: textOf(delivered_at),
      delivered_on: dayOf(delivered_at),
      reserved_at: textOf(reserved_at),
      reserved_on: dayOf(reserved_at),
      expires_at: textOf(expires_at),
    };
    return [{ of: cause, cause: cause.cause, data, coversUntil: null }];
  });
}

async function ofSilence<Cause extends DueCause>(tx: Queries, by: Composing, { days }: TermsOf<'INACTIVE'>, causes: readonly Cause[]) {
  const lastOf = await lastActivity(tx, by, idsIn(causes));
  const { end } = ahead(by.now, -days, by.timezone, null);
  return causes.flatMap((cause): ComposedNotice<Cause>[] => {
    const last = lastOf.get(cause.participant_id);
    if (!last || last >= end) return [];
    const data: NoticeData = { kind: 'INACTIVE', last_active_at: last.toISOString(), last_active_on: dateAt(last, by.timezone), days };
    return [{ of: cause, cause: cause.cause, data, coversUntil: null }];
  });
}
