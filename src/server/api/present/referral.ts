/** Presents referrals and referral programs. */
import type { Referral, ReferralCode, ReferralTree } from '@/contract/referral';
import type { ReferralPerformance, ReferralProgram } from '@/contract/referral-program';
import { amountOf, formatDecimal } from '@/domain/money';
import { referralProgramSentence } from '@/domain/referrals/program-sentence';
import type { ReferralProgramRow } from '@/server/db/repositories/referrals/referral-programs';
import type { ReferralRow } from '@/server/db/repositories/referrals/referrals';
import type { ReferrerRow } from '@/server/db/repositories/referrals/referrers';
import type { ReferralFigures } from '@/server/services/referrals/referral-performance';
import type { ReferralBranches } from '@/server/services/referrals/referrals';
import { presentTime } from './time';

export const presentReferral = (row: ReferralRow): Referral => ({
  id: row.id,
  program_id: row.program_id,
  referral_program_id: row.referral_program_id,
  referrer_participant_id: row.referrer_id,
  referred_participant_id: row.referred_id,
  code: row.code,
  status: row.status,
  bound_at: presentTime(row.bound_at),
  bound_event_id: row.bound_event_id,
  expires_at: presentTime(row.expires_at),
  qualified_at: presentTime(row.qualified_at),
  qualifying_event_id: row.qualifying_event_id,
  rewarded: row.rewarded,
  count: row.count,
  step: row.step,
  expired_at: presentTime(row.expired_at),
  cancelled_at: presentTime(row.cancelled_at),
  reason: row.reason,
  created_at: presentTime(row.created_at),
  updated_at: presentTime(row.updated_at),
});

export const presentReferralCode = (row: ReferrerRow): ReferralCode => ({
  program_id: row.program_id,
  referral_program_id: row.referral_program_id,
  participant_id: row.participant_id,
  code: row.code,
  bound: row.bound,
  qualified: row.qualified,
  rewarded: row.rewarded,
  created_at: presentTime(row.created_at),
  updated_at: presentTime(row.updated_at),
});

type Node = NonNullable<ReferralBranches['broughtBy']>;

const presentNode = ({ referral_id, participant_id, external_id, display_name, status, bound_at, qualified_at }: Node) => ({
  referral_id,
  participant_id,
  external_id,
  display_name,
  status,
  bound_at: presentTime(bound_at),
  qualified_at: presentTime(qualified_at),
});

export const presentReferralTree = ({
  participantId,
  referralProgramId,
  broughtBy,
  friends,
  truncated,
}: ReferralBranches): ReferralTree => ({
  participant_id: participantId,
  referral_program_id: referralProgramId,
  brought_by: broughtBy && presentNode(broughtBy),
  friends: friends.map((friend) => ({
    ...presentNode(friend),
    referrer_participant_id: friend.referrer_id,
    level: friend.level,
    brought: friend.brought,
  })),
  truncated,
});

export const presentReferralProgram = (row: ReferralProgramRow): ReferralProgram => ({
  id: row.id,
  program_id: row.program_id,
  campaign_id: row.campaign_id,
  key: row.key,
  name: row.name,
  status: row.status,
  active_from: presentTime(row.active_from),
  active_to: presentTime(row.active_to),
  code_prefix: row.code_prefix,
  qualifies: { event_types: row.event_types, condition: row.condition, within_days: row.within_days },
  max_per_referrer: row.max_per_referrer,
  steps: row.steps,
  sentence: referralProgramSentence(row),
  created_at: presentTime(row.created_at),
  updated_at: presentTime(row.updated_at),
  deleted_at: presentTime(row.deleted_at),
});

export const presentReferralPerformance = ({ program, from, to, funnel, days, top }: ReferralFigures): ReferralPerformance => ({
  referral_program_id: program.id,
  program_id: program.program_id,
  from: presentTime(from),
  to: presentTime(to),
  funnel: { ...funnel, conversion: shareOf(funnel.qualified, funnel.bound) },
  days: [...days],
  top_referrers: [...top],
});

/** To four decimals; null of none. */
const shareOf = (part: number, whole: number): string | null =>
  whole === 0 ? null : formatDecimal(amountOf(part.toString()).div(whole).toDecimalPlaces(4));
