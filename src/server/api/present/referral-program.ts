/** Presents referral programs, and what came of them, in their wire form. */
import type { ReferralPerformance, ReferralProgram } from '@/contract/referral-program';
import { formatDecimal, amountOf } from '@/domain/money';
import { referralProgramSentence } from '@/domain/referrals/program-sentence';
import type { ReferralProgramRow } from '@/server/db/repositories/referrals/referral-programs';
import type { ReferralFigures } from '@/server/services/referrals/referral-performance';
import { presentTime } from './time';

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
