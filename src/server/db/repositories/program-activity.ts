/** What happened in programs, period by period: days that are over by their totals, entries by the totals of sealed ones, the rest row by row. */
import { statement } from '../transaction';
import { splitWindow, type SplitWindow } from './day-windows';
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

/**
 * By UTC day, ISO week or month; periods in which nothing happened are left out.
 * @param countedUntil the first instant whose activity is not counted; null: nothing is.
 */
export function countActivity(
  { organizationId, programId }: Pick<FlowScope, 'organizationId' | 'programId'>,
  window: ReportWindow,
  granularity: Granularity,
  countedUntil: Date | null,
): Promise<ProgramActivityRow[]> {
  const values: unknown[] = [organizationId, programId, window.from, window.to, granularity.toLowerCase()];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const instants = ({ from, to }: SplitWindow['days']) => ({ from: `${bind(from)}::timestamptz`, to: `${bind(to)}::timestamptz` });
  const bound = ({ days, edges }: SplitWindow): InstantWindow => ({ days: instants(days), edges: edges.map(instants) });
  const activity = bound(splitWindow(window, countedUntil));
  const sources = [...eventSources(activity), ...activeSources(activity), ...entrySources(bound(splitWindow(window)))];
  return statement<ProgramActivityRow>(
    `SELECT program_id, period_start, sum(events - failed - waiting)::int AS events_completed, sum(failed)::int AS events_failed,
            sum(active)::int AS active_participants, sum(enrolled)::int AS enrolled_participants, sum(entries)::int AS journal_entries
     FROM (${sources.join(' UNION ALL ')}) AS parts (program_id, period_start, events, failed, waiting, active, enrolled, entries)
     GROUP BY program_id, period_start
     ORDER BY period_start, program_id`,
    values,
  );
}

/** The same window with placeholders for its instants. */
interface InstantWindow {
  readonly days: Instants;
  readonly edges: readonly Instants[];
}
interface Instants {
  readonly from: string;
  readonly to: string;
}

const PERIOD = (at: string): string => `date_trunc($5, ${at}, 'UTC')`;
const PERIOD_OF_DAY = PERIOD(`(day::timestamp AT TIME ZONE 'UTC')`);
const DATE_OF = (instant: string): string => `(${instant} AT TIME ZONE 'UTC')::date`;
const within = (column: string, { from, to }: Instants): string =>
  `organization_id = $1 AND ($2::uuid IS NULL OR program_id = $2) AND ${column} >= ${from} AND ${column} < ${to}`;
/** Rows of programs, and none of those that tell of the whole organization. */
const ofDays = ({ from, to }: Instants): string =>
  `organization_id = $1 AND scope_id <> $1 AND ($2::uuid IS NULL OR scope_id = $2) AND day >= ${DATE_OF(from)} AND day < ${DATE_OF(to)}`;

/** All events, those that failed or wait, and enrolments; what is neither failed nor waiting is completed. */
function eventSources({ days, edges }: InstantWindow): string[] {
  const whole = { from: '$3::timestamptz', to: '$4::timestamptz' };
  const grouped = (source: string, columns: string, at: string) =>
    `SELECT program_id, ${PERIOD(at)}, ${columns} FROM ${source} GROUP BY 1, 2`;
  return [
    `SELECT scope_id, ${PERIOD_OF_DAY}, sum(events), 0, 0, 0, sum(joined), 0 FROM activity_days WHERE ${ofDays(days)} GROUP BY 1, 2`,
    grouped(`events WHERE status = 'FAILED' AND ${within('created_at', whole)}`, '0, count(*), 0, 0, 0, 0', 'created_at'),
    grouped(`events WHERE status IN ('PENDING', 'PROCESSING') AND ${within('created_at', whole)}`, '0, 0, count(*), 0, 0, 0', 'created_at'),
    ...edges.flatMap((edge) => [
      grouped(`events WHERE ${within('created_at', edge)}`, 'count(*), 0, 0, 0, 0, 0', 'created_at'),
      grouped(`program_participants WHERE ${within('enrolled_at', edge)}`, '0, 0, 0, 0, count(*), 0', 'enrolled_at'),
    ]),
  ];
}

/** Participants with events, each once a period: those of its whole days, and those of the edges that are not among them. */
function activeSources({ days, edges }: InstantWindow): string[] {
  const counted = `SELECT scope_id, ${PERIOD_OF_DAY}, 0, 0, 0, sum(participants), 0, 0 FROM activity_returns
    WHERE ${ofDays(days)} AND previous_day < greatest(${DATE_OF(PERIOD_OF_DAY)}, ${DATE_OF(days.from)}) GROUP BY 1, 2`;
  if (edges.length === 0) return [counted];
  const recent = edges.map(
    (edge) =>
      `SELECT DISTINCT program_id, ${PERIOD('created_at')}, participant_id FROM events WHERE ${within('created_at', edge)} AND participant_id IS NOT NULL`,
  );
  return [
    counted,
    `SELECT program_id, period_start, 0, 0, 0, count(*), 0, 0 FROM (${recent.join(' UNION ')}) AS recent (program_id, period_start, participant_id)
     WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.participant_id = recent.participant_id AND e.program_id = recent.program_id
       AND e.created_at >= greatest(recent.period_start, ${days.from})
       AND e.created_at < least(date_add(recent.period_start, ('1 ' || $5)::interval, 'UTC'), ${days.to})) GROUP BY 1, 2`,
  ];
}

function entrySources({ days, edges }: InstantWindow): string[] {
  const row = (at: string, entries: string) => `program_id, ${PERIOD(at)}, 0, 0, 0, 0, 0, ${entries}`;
  return [
    `SELECT ${row(`(day::timestamp AT TIME ZONE 'UTC')`, 'sum(entries)')} FROM entry_days
     WHERE organization_id = $1 AND ($2::uuid IS NULL OR program_id = $2) AND day >= ${DATE_OF(days.from)} AND day < ${DATE_OF(days.to)} GROUP BY 1, 2`,
    `SELECT ${row('e.created_at', 'count(*)')} FROM entry_seal_queue q JOIN journal_entries e ON e.id = q.entry_id
     WHERE q.organization_id = $1 AND ($2::uuid IS NULL OR e.program_id = $2) AND e.created_at >= ${days.from} AND e.created_at < ${days.to} GROUP BY 1, 2`,
    ...edges.map(
      (edge) => `SELECT ${row('created_at', 'count(*)')} FROM journal_entries WHERE ${within('created_at', edge)} GROUP BY 1, 2`,
    ),
  ];
}
