/** Lists what happened in programs by period: finished days and hours from totals, entries from sealed totals, the rest row by row. */
import { computed, type Listing, type ListingRequest } from '@/server/db/listing';
import { countedStretch, splitForReturns, splitWindow, type Counted, type Instants, type SplitWindow } from './day-windows';
import type { FlowScope } from './ledger-flows';
import type { Granularity, ReportWindow } from './reports';

export interface ProgramActivityRow {
  program_id: string;
  period_start: Date;
  events_completed: number;
  events_failed: number;
  active_participants: number;
  enrolled_participants: number;
  journal_entries: number;
}

/** By UTC day, ISO week or month; periods in which nothing happened are left out. */
export function programActivity(
  { organizationId, programId }: Pick<FlowScope, 'organizationId' | 'programId'>,
  window: ReportWindow,
  granularity: Granularity,
  counted: Counted,
  request: ListingRequest,
): Listing<ProgramActivityRow> {
  const values: unknown[] = [organizationId, programId, window.from, window.to, granularity.toLowerCase()];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const instants = ({ from, to }: Instants) => ({ from: `${bind(from)}::timestamptz`, to: `${bind(to)}::timestamptz` });
  const bound = (split: SplitWindow): InstantWindow => ({
    days: instants(split.days),
    hours: split.hours.map(instants),
    edges: split.edges.map(instants),
    counted: instants(countedStretch(split)),
  });
  const [activity, entries] = [bound(splitForReturns(window, counted)), bound(splitWindow(window, undefined, counted.hours))];
  const sources = [...eventSources(activity), ...activeSources(activity), ...entrySources(entries)];
  return computed<ProgramActivityRow>(
    {
      name: 'report-program-activity',
      columns: 'r.*',
      from: `SELECT program_id, period_start, sum(events - failed - waiting)::int AS events_completed, sum(failed)::int AS events_failed,
            sum(active)::int AS active_participants, sum(enrolled)::int AS enrolled_participants, sum(entries)::int AS journal_entries
     FROM (${sources.join(' UNION ALL ')}) AS parts (program_id, period_start, events, failed, waiting, active, enrolled, entries)
     GROUP BY program_id, period_start`,
      values,
      order: [
        { sql: 'r.period_start', type: 'timestamptz' },
        { sql: 'r.program_id', type: 'uuid' },
      ],
      forValues: true,
    },
    request,
  );
}

/** The same window, with placeholders for its instants. */
interface InstantWindow extends SplitWindow {
  /** All of its days and hours, as one stretch. */
  readonly counted: Instants;
}

const PERIOD = (at: string): string => `date_trunc($5, ${at}, 'UTC')`;
const PERIOD_OF_DAY = PERIOD(`(day::timestamp AT TIME ZONE 'UTC')`);
const DATE_OF = (instant: string): string => `(${instant} AT TIME ZONE 'UTC')::date`;
/** Rows of programs, without those of the whole organization. */
const OF_PROGRAMS = 'organization_id = $1 AND scope_id <> $1 AND ($2::uuid IS NULL OR scope_id = $2)';
const OF_ALL = 'organization_id = $1 AND ($2::uuid IS NULL OR program_id = $2)';
const days = ({ from, to }: Instants): string => `day >= ${DATE_OF(from)} AND day < ${DATE_OF(to)}`;
const within = (column: string, { from, to }: Instants): string => `${OF_ALL} AND ${column} >= ${from} AND ${column} < ${to}`;
const ofTime = (id: string, { from, to }: Instants): string => `${id} >= first_id_at(${from}) AND ${id} < first_id_at(${to})`;
const PROGRAM_OF_OUTCOME = '(SELECT e.program_id FROM events e WHERE e.organization_id = $1 AND e.id = o.event_id)';
const hours = ({ from, to }: Instants): string => `hour >= ${from} AND hour < ${to}`;

/** All events, those that failed or are waiting, and enrollments; events that are neither failed nor waiting are completed. */
function eventSources(window: InstantWindow): string[] {
  const whole = { from: '$3::timestamptz', to: '$4::timestamptz' };
  const grouped = (source: string, columns: string, at: string, program = 'program_id') =>
    `SELECT ${program}, ${PERIOD(at)}, ${columns} FROM ${source} GROUP BY 1, 2`;
  const totals = (table: string, at: string, which: string) =>
    `SELECT scope_id, ${at}, sum(events), 0, 0, 0, sum(joined), 0 FROM ${table} WHERE ${OF_PROGRAMS} AND ${which} GROUP BY 1, 2`;
  return [
    totals('activity_days', PERIOD_OF_DAY, days(window.days)),
    ...window.hours.map((some) => totals('activity_hours', PERIOD('hour'), hours(some))),
    grouped(
      `event_outcomes o WHERE o.organization_id = $1 AND o.status = 'FAILED' AND ${ofTime('o.event_id', whole)} AND ($2::uuid IS NULL OR ${PROGRAM_OF_OUTCOME} = $2)`,
      '0, count(*), 0, 0, 0, 0',
      'time_of_id(o.event_id)',
      PROGRAM_OF_OUTCOME,
    ),
    grouped(`event_queue WHERE ${OF_ALL} AND ${ofTime('id', whole)}`, '0, 0, count(*), 0, 0, 0', 'time_of_id(id)'),
    ...window.edges.flatMap((edge) => [
      grouped(`events WHERE ${OF_ALL} AND ${ofTime('id', edge)}`, 'count(*), 0, 0, 0, 0, 0', 'time_of_id(id)'),
      grouped(`program_participants WHERE ${within('enrolled_at', edge)}`, '0, 0, 0, 0, count(*), 0', 'enrolled_at'),
    ]),
  ];
}

/**
 * Participants with events, each counted once per period: those of its whole days and hours, and those of the edges that are not among
 * them. The latter are looked up one by one, whatever the planner estimates: else it reads all events for the sake of a few minutes.
 */
function activeSources(window: InstantWindow): string[] {
  const { edges, counted } = window;
  const returned = (table: string, at: string, which: string) =>
    `SELECT scope_id, ${at}, 0, 0, 0, sum(participants), 0, 0 FROM ${table} WHERE ${OF_PROGRAMS} AND ${which} GROUP BY 1, 2`;
  const known = [
    returned(
      'activity_returns',
      PERIOD_OF_DAY,
      `${days(window.days)} AND previous_day < greatest(${DATE_OF(PERIOD_OF_DAY)}, ${DATE_OF(counted.from)})`,
    ),
    ...window.hours.map((some) =>
      returned('activity_hour_returns', PERIOD('hour'), `${hours(some)} AND previous_hour < greatest(${PERIOD('hour')}, ${counted.from})`),
    ),
  ];
  const recent = edges.map(
    (edge) =>
      `SELECT DISTINCT program_id, ${PERIOD('time_of_id(id)')}, participant_id FROM events WHERE ${OF_ALL} AND ${ofTime('id', edge)} AND participant_id IS NOT NULL`,
  );
  return [
    ...known,
    `SELECT program_id, period_start, 0, 0, 0, count(*), 0, 0 FROM (${recent.join(' UNION ') || NOBODY}) AS recent (program_id, period_start, participant_id)
     WHERE NOT EXISTS (SELECT 1 FROM events e
       WHERE e.organization_id = $1 AND e.participant_id = recent.participant_id AND e.program_id = recent.program_id
         AND e.id >= first_id_at(greatest(recent.period_start, ${counted.from}))
         AND e.id < first_id_at(least((recent.period_start AT TIME ZONE 'UTC' + ('1 ' || $5)::interval) AT TIME ZONE 'UTC', ${counted.to})) OFFSET 0) GROUP BY 1, 2`,
  ];
}

const NOBODY = `SELECT program_id, '-infinity'::timestamptz, participant_id FROM events WHERE false`;

function entrySources(window: InstantWindow): string[] {
  const row = (at: string, entries: string) => `program_id, ${PERIOD(at)}, 0, 0, 0, 0, 0, ${entries}`;
  const { counted } = window;
  return [
    `SELECT ${row(`(day::timestamp AT TIME ZONE 'UTC')`, 'sum(entries)')} FROM entry_days WHERE ${OF_ALL} AND ${days(window.days)} GROUP BY 1, 2`,
    ...window.hours.map(
      (some) => `SELECT ${row('hour', 'sum(entries)')} FROM entry_hours WHERE ${OF_ALL} AND ${hours(some)} GROUP BY 1, 2`,
    ),
    `SELECT ${row('e.created_at', 'count(*)')} FROM waiting_entries($1) q JOIN journal_entries e ON e.organization_id = $1 AND e.id = q.entry_id
     WHERE ($2::uuid IS NULL OR e.program_id = $2) AND e.created_at >= ${counted.from} AND e.created_at < ${counted.to} GROUP BY 1, 2`,
    ...window.edges.map(
      (edge) =>
        `SELECT ${row('created_at', 'count(*)')} FROM journal_entries WHERE ${OF_ALL} AND id >= first_id_at(${edge.from}) AND id < first_id_at(${edge.to}) GROUP BY 1, 2`,
    ),
  ];
}
