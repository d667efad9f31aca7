/** Reports what came of a referral program in a window: how many were brought and qualified, day by day, and who brought most. */
import type { ReferralPerformanceQuery } from '@/contract/referral-program';
import { DomainError } from '@/domain/errors';
import {
  countFunnel,
  countReferralDays,
  topReferrers,
  type FunnelRow,
  type ReferralDayRow,
  type TopReferrerRow,
} from '@/server/db/repositories/referrals/referral-figures';
import type { ReferralProgramRow } from '@/server/db/repositories/referrals/referral-programs';
import type { Ctx } from '@/server/platform/context';
import { getReferralProgram } from './referral-program';

const DAY_MS = 86_400_000;
const DAYS_MAX = 366;
const DAYS_USUAL = 30;
const TOP = 10;

interface Window {
  readonly from: Date;
  readonly to: Date;
}

export interface ReferralFigures extends Window {
  readonly program: ReferralProgramRow;
  readonly funnel: FunnelRow;
  /** Every UTC day of the window, in order. */
  readonly days: readonly ReferralDayRow[];
  readonly top: readonly TopReferrerRow[];
}

/** @throws DomainError not_found, invalid_parameter for a window that is empty or too long. */
export async function referralPerformance(ctx: Ctx, query: ReferralPerformanceQuery): Promise<ReferralFigures> {
  const program = await getReferralProgram(ctx, query.id);
  const window = windowOf(query, ctx.clock.now());
  const counted = { organizationId: ctx.organization.id, referralProgramId: program.id, ...window };
  const [funnel, days, top] = await Promise.all([
    countFunnel(counted),
    countReferralDays(counted),
    topReferrers(ctx.organization.id, program.id, TOP),
  ]);
  const happened = new Map(days.map((row) => [row.day, row]));
  const none = { codes: 0, bound: 0, qualified: 0, expired: 0, cancelled: 0 };
  return { program, ...window, funnel, days: daysOf(window).map((day) => happened.get(day) ?? { day, ...none }), top };
}

function windowOf({ from, to }: ReferralPerformanceQuery, now: Date): Window {
  const end = to === undefined ? now : new Date(to);
  const start = from === undefined ? new Date(end.getTime() - DAYS_USUAL * DAY_MS) : new Date(from);
  if (start >= end || end.getTime() - start.getTime() > DAYS_MAX * DAY_MS)
    throw new DomainError('invalid_parameter', `The window must end after it begins and have at most ${DAYS_MAX} days.`, { param: 'from' });
  return { from: start, to: end };
}

/** The UTC days that the window has a part in, in order. */
function daysOf({ from, to }: Window): string[] {
  const days: string[] = [];
  const first = Math.floor(from.getTime() / DAY_MS) * DAY_MS;
  for (let at = first; at < to.getTime(); at += DAY_MS) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
