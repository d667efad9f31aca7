/** Reports what the rules of a campaign gave in a window, whom they reached, and how its days compare with those before. */
import type { CampaignPerformanceQuery } from '@/contract/campaign';
import { DomainError } from '@/domain/errors';
import { amountOf, sumAmounts, ZERO, type Amount } from '@/domain/money';
import type { Ctx } from '@/server/platform/context';
import { loadAssetNames } from '@/server/db/repositories/programs/assets';
import { countedActivity } from '@/server/db/repositories/reports/activity-days';
import { sumFlows, type FlowRow } from '@/server/db/repositories/reports/ledger-flows';
import { sumRuleDays } from '@/server/db/repositories/reports/rule-days';
import { countReach, topParticipants } from '@/server/db/repositories/reports/rule-reach';
import { listRuleIdsOfSet, type CampaignRow } from '@/server/db/repositories/rules/campaigns';
import { autocommit } from '@/server/db/transaction';
import { campaignRow } from './campaigns';

const DAY_MS = 86_400_000;
const DAYS_MAX = 366;
const TOP = 10;

interface Window {
  readonly from: Date;
  readonly to: Date;
}

interface AssetSums {
  readonly assetId: string;
  readonly symbol: string;
  readonly scale: number;
  readonly credited: Amount;
  readonly takenBack: Amount;
}

interface CampaignDay {
  readonly day: string;
  readonly assetId: string;
  readonly credited: Amount;
  readonly programCredited: Amount;
  readonly programCreditedBefore: Amount;
}

export interface Performance extends Window {
  readonly campaignId: string;
  readonly programId: string;
  readonly participants: number;
  readonly events: number;
  readonly assets: readonly AssetSums[];
  readonly days: readonly CampaignDay[];
  readonly top: Awaited<ReturnType<typeof topParticipants>>;
}

/** @throws DomainError not_found, invalid_parameter for a window that is empty or too long. */
export async function campaignPerformance(ctx: Ctx, query: CampaignPerformanceQuery): Promise<Performance> {
  const organizationId = ctx.organization.id;
  const row = await campaignRow(ctx, query.id);
  const window = windowOf(row, query, ctx.clock.now());
  const ruleIds = await listRuleIdsOfSet(organizationId, row.id);
  const { hours } = await countedActivity(organizationId);
  const reached = { organizationId, ruleIds, ...window };
  const [days, reach, top, flows] = await Promise.all([
    sumRuleDays({ organizationId, programId: row.program_id, ruleIds }, window, hours),
    countReach(reached),
    topParticipants(reached, TOP),
    programDays(organizationId, row.program_id, window, hours),
  ]);
  const assets = await loadAssetNames(autocommit, organizationId, [...new Set(days.map(({ asset_id }) => asset_id))]);
  const sums = [...assets].map(([assetId, { symbol, scale }]): AssetSums => {
    const own = days.filter(({ asset_id }) => asset_id === assetId);
    const sum = (texts: readonly string[]) => sumAmounts(texts.map((text) => amountOf(text)));
    return {
      assetId,
      symbol,
      scale,
      credited: sum(own.map(({ credited }) => credited)),
      takenBack: sum(own.map(({ taken_back }) => taken_back)),
    };
  });
  const creditedOn = new Map(days.map(({ asset_id, day, credited }) => [`${asset_id}/${day}`, amountOf(credited)]));
  return {
    campaignId: row.id,
    programId: row.program_id,
    ...window,
    participants: reach.holders,
    events: reach.events,
    assets: sums.sort((one, other) => (one.symbol < other.symbol ? -1 : 1)),
    days: sums.flatMap(({ assetId }) =>
      daysOf(window).map((day, span): CampaignDay => {
        const of = (part: 'NOW' | 'BEFORE') => flows.get(`${assetId}/${part}/${span}`) ?? ZERO;
        const credited = creditedOn.get(`${assetId}/${day}`) ?? ZERO;
        return { day, assetId, credited, programCredited: of('NOW'), programCreditedBefore: of('BEFORE') };
      }),
    ),
    top,
  };
}

function windowOf({ campaign, created_at }: CampaignRow, { from, to }: CampaignPerformanceQuery, now: Date): Window {
  const end = to === undefined ? earlier(campaign.ends_at === null ? now : new Date(campaign.ends_at), now) : new Date(to);
  const begun = new Date(campaign.starts_at ?? created_at);
  const start = from === undefined ? new Date(Math.max(begun.getTime(), end.getTime() - DAYS_MAX * DAY_MS)) : new Date(from);
  // A campaign that has not begun has given nothing yet.
  if (from === undefined && start >= end) return { from: end, to: end };
  if (start >= end || end.getTime() - start.getTime() > DAYS_MAX * DAY_MS)
    throw new DomainError('invalid_parameter', `The window must end after it begins and have at most ${DAYS_MAX} days.`, { param: 'from' });
  return { from: start, to: end };
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

const midnight = (at: Date): number => Math.floor(at.getTime() / DAY_MS) * DAY_MS;

/** The UTC days that the window has a part in, in order. */
function daysOf({ from, to }: Window): string[] {
  const days: string[] = [];
  for (let at = midnight(from); at < to.getTime(); at += DAY_MS) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** What the program credited on each day of the window and of as many days before, by asset, part and number of the day. */
async function programDays(
  organizationId: string,
  programId: string,
  window: Window,
  hours: Parameters<typeof sumFlows>[2],
): Promise<ReadonlyMap<string, Amount>> {
  const first = midnight(window.from);
  const length = daysOf(window).length * DAY_MS;
  if (length === 0) return new Map();
  const windows = [
    { name: 'NOW' as const, from: new Date(first), to: new Date(first + length), spanMs: DAY_MS },
    { name: 'BEFORE' as const, from: new Date(first - length), to: new Date(first), spanMs: DAY_MS },
  ];
  const rows = await sumFlows({ organizationId, programId, assetId: null }, windows, hours);
  const credits = rows.filter(({ type }) => type === 'CREDIT' || type === 'SETTLE');
  const keyOf = ({ asset_id, part, span }: FlowRow<'NOW' | 'BEFORE'>): string => `${asset_id}/${part}/${span}`;
  return new Map([...Map.groupBy(credits, keyOf)].map(([key, own]) => [key, sumAmounts(own.map(({ more }) => amountOf(more)))]));
}
