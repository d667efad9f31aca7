/** Counts what happened in an organization or a program in time windows: finished days and hours from totals, the rest row by row. */
import { statement } from '@/server/db/transaction';
import { ENDED_WITH } from '@/server/db/repositories/webhooks/webhook-deliveries';
import { countedStretch, splitForReturns, splitHours, splitWindow, type Counted, type Instants, type OpenWindow } from './day-windows';

/** @param programId restricts to one program; null: all. */
export interface OverviewScope {
  readonly organizationId: string;
  readonly programId: string | null;
  readonly counted: Counted;
}

interface ClosedWindow extends OpenWindow {
  readonly from: Date;
  readonly to: Date;
}

interface HourlyWindow extends ClosedWindow {
  /** Skips daily totals: for spans shorter than a day. */
  readonly hourly: boolean;
}

interface CountedWindow extends HourlyWindow {
  /** The length of the spans the window is divided into: whole days, or hours of one that is read by hours. */
  readonly spanMs: number;
}

export interface SpanCounts {
  /** From 0. */
  span: number;
  /** All events received, whatever their outcome. */
  events: number;
  failed: number;
  waiting: number;
  /** Participants new to the program or the organization. */
  joined: number;
}

const ROWS = 'organization_id = $1 AND ($2::uuid IS NULL OR program_id = $2)';

/** The program of an outcome is that of its event. */
const FAILED = `o.organization_id = $1 AND o.status = 'FAILED'
  AND ($2::uuid IS NULL OR (SELECT e.program_id FROM events e WHERE e.organization_id = $1 AND e.id = o.event_id) = $2)`;
const withinTime = (id: string, from: string, to: string): string =>
  `${id} >= first_id_at(${from}::timestamptz) AND ${id} < first_id_at(${to}::timestamptz)`;

class Values {
  constructor(readonly all: unknown[]) {}
  readonly bind = (value: unknown): string => `$${this.all.push(value)}`;
}

/** One row per span in which anything happened; a single statement, so that an event is counted in one state only. */
export function countBySpan(scope: OverviewScope, window: CountedWindow): Promise<SpanCounts[]> {
  const { organizationId, programId, counted } = scope;
  const values = new Values([organizationId, programId, window.from, window.spanMs]);
  const split = window.hourly ? splitHours(window, counted.hours) : splitWindow(window, counted.days, counted.hours);
  const spanOf = (at: string) => `floor(extract(epoch FROM ${at} - $3::timestamptz) * 1000 / $4::bigint)::int`;
  const rows = (column: keyof Omit<SpanCounts, 'span'>, at: string) =>
    `SELECT ${spanOf(at)}, ${(['events', 'failed', 'waiting', 'joined'] as const).map((name) => (name === column ? 'count(*)' : '0')).join(', ')}`;
  const between = (at: string, from: string, to: string) => `${at} >= ${from}::timestamptz AND ${at} < ${to}::timestamptz`;
  const [first, last] = [values.bind(window.from), values.bind(window.to)];
  const sources = [
    `${rows('failed', 'time_of_id(event_id)')} FROM event_outcomes o WHERE ${FAILED} AND ${withinTime('event_id', first, last)} GROUP BY 1`,
    `${rows('waiting', 'time_of_id(id)')} FROM event_queue WHERE ${ROWS} AND ${withinTime('id', first, last)} GROUP BY 1`,
    ...split.edges.flatMap((edge) => {
      const [from, to] = [values.bind(edge.from), values.bind(edge.to)];
      const [source, since] = programId === null ? ['participants', 'created_at'] : ['program_participants', 'enrolled_at'];
      return [
        `${rows('events', 'time_of_id(id)')} FROM events WHERE ${ROWS} AND ${withinTime('id', from, to)} GROUP BY 1`,
        `${rows('joined', since)} FROM ${source} WHERE ${programId === null ? 'organization_id = $1' : ROWS} AND ${between(since, from, to)} GROUP BY 1`,
      ];
    }),
    `SELECT ${spanOf(`day::timestamp AT TIME ZONE 'UTC'`)}, events, 0, 0, joined FROM ${ofDays('activity_days', split.days, values)}`,
    ...split.hours.map((hours) => `SELECT ${spanOf('hour')}, events, 0, 0, joined FROM ${ofHours('activity_hours', hours, values)}`),
  ];
  return statement<SpanCounts>(
    `SELECT span, sum(events)::int AS events, sum(failed)::int AS failed, sum(waiting)::int AS waiting, sum(joined)::int AS joined
     FROM (${sources.join(' UNION ALL ')}) AS parts (span, events, failed, waiting, joined) GROUP BY span`,
    values.all,
  );
}

const dateOf = (instant: string): string => `(${instant}::timestamptz AT TIME ZONE 'UTC')::date`;

const ofDays = (table: string, { from, to }: Instants, { bind }: Values): string =>
  `${table} WHERE organization_id = $1 AND scope_id = coalesce($2::uuid, $1) AND day >= ${dateOf(bind(from))} AND day < ${dateOf(bind(to))}`;

const ofHours = (table: string, { from, to }: Instants, { bind }: Values): string =>
  `${table} WHERE organization_id = $1 AND scope_id = coalesce($2::uuid, $1) AND hour >= ${bind(from)}::timestamptz AND hour < ${bind(to)}::timestamptz`;

/** Participants with an event in the window, each counted once; those of its edges one by one, whatever the planner estimates. */
export async function countActive({ organizationId, programId, counted }: OverviewScope, window: HourlyWindow): Promise<number> {
  const values = new Values([organizationId, programId]);
  const { bind } = values;
  const split = window.hourly ? splitHours(window, counted.hours) : splitForReturns(window, counted);
  const stretch = countedStretch(split);
  const [first, last] = [`${bind(stretch.from)}::timestamptz`, `${bind(stretch.to)}::timestamptz`];
  const actors = split.edges.map(
    ({ from, to }) =>
      `SELECT DISTINCT participant_id FROM events WHERE ${ROWS} AND participant_id IS NOT NULL
         AND ${withinTime('id', bind(from), bind(to))}`,
  );
  const returned = (rows: string) => `SELECT coalesce(sum(participants), 0) FROM ${rows}`;
  const parts = [
    returned(`${ofDays('activity_returns', split.days, values)} AND previous_day < ${dateOf(first)}`),
    ...split.hours.map((hours) => returned(`${ofHours('activity_hour_returns', hours, values)} AND previous_hour < ${first}`)),
    `SELECT count(*) FROM (${actors.join(' UNION ') || NOBODY}) AS recent WHERE NOT EXISTS (${KNOWN} AND e.id >= first_id_at(${first}) AND e.id < first_id_at(${last}) OFFSET 0)`,
  ];
  const [row] = await statement<{ active: number }>(
    `SELECT coalesce(sum(part), 0)::int AS active FROM (${parts.join(' UNION ALL ')}) AS parts (part)`,
    values.all,
  );
  return row?.active ?? 0;
}

const NOBODY = 'SELECT participant_id FROM events WHERE false';
/** Events of the same participant, in the program if one is given. */
const KNOWN =
  'SELECT 1 FROM events e WHERE e.organization_id = $1 AND e.participant_id = recent.participant_id AND ($2::uuid IS NULL OR e.program_id = $2)';

interface FailureCount {
  error_code: string | null;
  events: number;
}

/** The most frequent error codes of the events that failed in the window. */
export function countFailures(
  { organizationId, programId }: OverviewScope,
  { from, to }: ClosedWindow,
  limit: number,
): Promise<FailureCount[]> {
  return statement<FailureCount>(
    `SELECT error_code, count(*)::int AS events FROM event_outcomes o
     WHERE ${FAILED} AND ${withinTime('event_id', '$3', '$4')}
     GROUP BY error_code ORDER BY events DESC, error_code LIMIT $5`,
    [organizationId, programId, from, to, limit],
  );
}

/** Failed deliveries created in the window, of the whole organization: webhooks belong to no program. */
export async function countFailedDeliveries(organizationId: string, { from, to }: ClosedWindow): Promise<number> {
  const [row] = await statement<{ failed: number }>(
    `SELECT count(*)::int AS failed FROM webhook_attempts f
     WHERE f.organization_id = $1 AND f.outcome = 'FAILED' AND f.delivery_id >= first_id_at($2) AND f.delivery_id < first_id_at($3) AND ${ENDED_WITH}`,
    [organizationId, from, to],
  );
  return row?.failed ?? 0;
}
