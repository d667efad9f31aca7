/** Reads the calendar of a program: everything of it that has a time between two instants, in its own time zone and up to a bound. */
import type { ProgramCalendarQuery } from '@/contract/calendar';
import { present } from '@/domain/assert';
import { CALENDAR_ITEMS_MAX } from '@/domain/calendar/bounds';
import { calendarFrame } from '@/domain/calendar/frame';
import type { CalendarFrame, DatedItem, LeftOut } from '@/domain/calendar/item';
import { overlapsOf, type WindowOverlap } from '@/domain/calendar/overlaps';
import { automationItems, budgetItems, countedEach, tierItems } from '@/domain/calendar/recurring';
import { expiryItems, maturityItems, membershipItems, reservationItems, scheduledEventItems } from '@/domain/calendar/sums';
import { campaignItem, clockMoveItem, ledgerPeriodItem, rewardItem, ruleItem } from '@/domain/calendar/windows';
import { campaignStatus } from '@/domain/campaigns/machine';
import { amountOf } from '@/domain/money';
import { compileCondition } from '@/domain/rules/condition';
import { tierOf } from '@/domain/tiers/tier';
import type { Ctx } from '@/server/platform/context';
import { loadProgramAutomations } from '@/server/db/repositories/automations/automations';
import { loadAssetNames } from '@/server/db/repositories/programs/assets';
import {
  findDatedCampaigns,
  findDatedMoves,
  findDatedPeriods,
  findDatedRewards,
  findDatedRules,
  type CalendarScope,
} from '@/server/db/repositories/programs/calendar';
import {
  countDueEvents,
  countDueMemberships,
  countDueReservations,
  sumDueLots,
  type DueDays,
} from '@/server/db/repositories/programs/due-by-day';
import { loadProgramTiers } from '@/server/db/repositories/programs/tiers';
import { autocommit } from '@/server/db/transaction';
import { getProgram } from './programs';

interface Part {
  readonly items: readonly DatedItem[];
  readonly leftOut?: readonly LeftOut[];
  readonly overlaps?: readonly WindowOverlap[];
}

export interface ProgramCalendarRead {
  readonly programId: string;
  readonly frame: CalendarFrame;
  readonly items: readonly DatedItem[];
  readonly overlaps: readonly WindowOverlap[];
  readonly leftOut: readonly LeftOut[];
}

/** @throws DomainError not_found. */
export async function readProgramCalendar(ctx: Ctx, { id, from, to }: ProgramCalendarQuery): Promise<ProgramCalendarRead> {
  const program = await getProgram(ctx, id);
  const asked = { from: from === undefined ? undefined : new Date(from), to: to === undefined ? undefined : new Date(to) };
  const frame = calendarFrame(asked, ctx.clock.now(), program.timezone);
  const scope: CalendarScope = { organizationId: ctx.organization.id, programId: program.id, from: frame.from, to: frame.to };
  const parts = await Promise.all([
    campaignsPart(frame, scope),
    rulesPart(frame, scope),
    rewardsPart(frame, scope),
    automationsPart(frame, scope),
    tiersPart(frame, scope),
    duePart(frame, scope),
    booksPart(frame, scope),
    movesPart(ctx, frame, scope),
  ]);
  return {
    programId: program.id,
    frame,
    ...bounded(parts.flatMap(({ items, leftOut = [] }) => ({ items, leftOut }))),
    overlaps: parts.flatMap(({ overlaps = [] }) => overlaps),
  };
}

/** At most so many of each kind, those that begin first, in the order in which they begin. */
function bounded(parts: readonly { items: readonly DatedItem[]; leftOut: readonly LeftOut[] }[]) {
  const kinds = Map.groupBy(
    parts.flatMap(({ items }) => items),
    ({ kind }) => kind,
  );
  const beginning = ({ from }: DatedItem): number => from?.getTime() ?? -Infinity;
  const inOrder = (items: readonly DatedItem[]) =>
    items.toSorted((one, other) => (beginning(one) === beginning(other) ? 0 : beginning(one) - beginning(other)));
  const cut = [...kinds].flatMap(([kind, { length }]): LeftOut[] =>
    length > CALENDAR_ITEMS_MAX ? [{ kind, count: length - CALENDAR_ITEMS_MAX, atLeast: false }] : [],
  );
  return {
    items: inOrder([...kinds.values()].flatMap((items) => inOrder(items).slice(0, CALENDAR_ITEMS_MAX))),
    leftOut: [...parts.flatMap(({ leftOut }) => leftOut), ...cut],
  };
}

/** What a list with a bound leaves out. */
const beyond = (kind: LeftOut['kind'], rows: readonly { total: number }[]): LeftOut[] =>
  (rows[0]?.total ?? 0) > rows.length ? [{ kind, count: (rows[0]?.total ?? 0) - rows.length, atLeast: false }] : [];

async function campaignsPart(frame: CalendarFrame, scope: CalendarScope): Promise<Part> {
  const rows = await findDatedCampaigns(scope, CALENDAR_ITEMS_MAX);
  const at = (text: string | null): Date | null => (text === null ? null : new Date(text));
  const items = rows.map(({ id, name, campaign }) =>
    campaignItem(frame, {
      id,
      name,
      status: campaignStatus(campaign, frame.now),
      from: at(campaign.starts_at),
      to: at(campaign.ends_at),
    }),
  );
  return { items, leftOut: beyond('CAMPAIGN', rows) };
}

async function rulesPart(frame: CalendarFrame, scope: CalendarScope): Promise<Part> {
  const rows = await findDatedRules(scope, CALENDAR_ITEMS_MAX);
  const rules = rows.map(({ condition, active_from, active_to, created_at, ...row }) => ({
    ...row,
    activeFrom: active_from,
    activeTo: active_to,
    createdAt: created_at,
    condition: compileCondition(condition),
  }));
  const budgets = rules.flatMap((rule) => (rule.status === 'ACTIVE' ? rule.budgets.map((budget) => ({ rule, budget })) : []));
  const assets = await loadAssetNames(autocommit, scope.organizationId, [...new Set(budgets.map(({ budget }) => budget.asset_id))]);
  const counted = countedEach(budgets.length);
  const periods = budgets.map(({ rule, budget }) =>
    budgetItems(frame, rule, budget, present(assets.get(budget.asset_id), 'the asset of a budget is never deleted'), counted),
  );
  const { overlaps, leftOut } = overlapsOf(frame, rules);
  return {
    items: [
      ...rules.filter(({ activeFrom, activeTo }) => activeFrom !== null || activeTo !== null).map((rule) => ruleItem(frame, rule)),
      ...periods.flat(),
    ],
    leftOut: [...beyond('RULE', rows), ...leftOut],
    overlaps,
  };
}

async function rewardsPart(frame: CalendarFrame, scope: CalendarScope): Promise<Part> {
  const rows = await findDatedRewards(scope, CALENDAR_ITEMS_MAX);
  const items = rows.map(({ id, name, status, available_from, available_until }) =>
    rewardItem(frame, { id, name, status, from: available_from, to: available_until }),
  );
  return { items, leftOut: beyond('REWARD', rows) };
}

async function automationsPart(frame: CalendarFrame, { organizationId, programId }: CalendarScope): Promise<Part> {
  const rows = await loadProgramAutomations(autocommit, organizationId, programId);
  const active = rows.filter(({ status, next_run_at }) => status === 'ACTIVE' && next_run_at !== null);
  const counted = countedEach(active.length);
  const runs = active
    .slice(0, CALENDAR_ITEMS_MAX)
    .map(({ id, name, status, trigger, next_run_at }) =>
      automationItems(frame, { id, name, status, trigger, nextRunAt: next_run_at }, counted),
    );
  const more = active.length - runs.length;
  return { items: runs.flat(), leftOut: more > 0 ? [{ kind: 'AUTOMATION', count: more, atLeast: true }] : [] };
}

async function tiersPart(frame: CalendarFrame, scope: CalendarScope): Promise<Part> {
  const { organizationId, programId } = scope;
  const [rows, due] = await Promise.all([
    loadProgramTiers(autocommit, organizationId, programId),
    countDueMemberships(dueDays(frame, scope)),
  ]);
  const tiers = new Map(rows.map((row) => [row.key, row]));
  const years = rows.flatMap((row) => {
    const year = tierOf({ ...row, programId, programActive: true }).lifecycle?.year;
    return year ? tierItems(frame, { ...row, year }) : [];
  });
  const ending = due.flatMap(({ tier, ...row }) => {
    const found = tiers.get(tier);
    return found ? [{ ...row, tier: found }] : [];
  });
  return { items: [...years, ...membershipItems(frame, ending)] };
}

/** What is still due: what was due before the present is done, or being done. */
function dueDays({ from, to, now, days }: CalendarFrame, { organizationId, programId }: CalendarScope): DueDays {
  return { organizationId, programId, from: now > from ? now : from, to, borders: days.slice(1).map(({ start }) => start) };
}

async function duePart(frame: CalendarFrame, scope: CalendarScope): Promise<Part> {
  if (frame.to <= frame.now) return { items: [] };
  const days = dueDays(frame, scope);
  const [expiring, maturing, reservations, events] = await Promise.all([
    sumDueLots(days, 'expiring'),
    sumDueLots(days, 'maturing'),
    countDueReservations(days),
    countDueEvents(days),
  ]);
  const amounts = (rows: typeof expiring) =>
    rows.map(({ asset_id, amount, ...row }) => ({ ...row, assetId: asset_id, amount: amountOf(amount) }));
  return {
    items: [
      ...expiryItems(frame, amounts(expiring)),
      ...maturityItems(frame, amounts(maturing)),
      ...reservationItems(frame, scope.programId, reservations),
      ...scheduledEventItems(frame, scope.programId, events),
    ],
  };
}

async function booksPart(frame: CalendarFrame, scope: CalendarScope): Promise<Part> {
  const rows = await findDatedPeriods(scope, CALENDAR_ITEMS_MAX);
  const items = rows.map(({ period_from, period_to, ...row }) => ledgerPeriodItem(frame, { ...row, from: period_from, to: period_to }));
  return { items, leftOut: beyond('LEDGER_PERIOD', rows) };
}

async function movesPart(ctx: Ctx, frame: CalendarFrame, scope: CalendarScope): Promise<Part> {
  if (ctx.organization.mode !== 'SANDBOX') return { items: [] };
  const rows = await findDatedMoves(scope, CALENDAR_ITEMS_MAX);
  return { items: rows.map(({ moved_from, moved_to, ...row }) => clockMoveItem(frame, { ...row, from: moved_from, to: moved_to })) };
}
