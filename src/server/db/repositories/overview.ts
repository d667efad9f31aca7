/** What happened in one organization, or one of its programs, in windows of time: days that are over by their totals, the rest row by row. */
import { statement } from '../transaction';
import { readWhole, splitWindow, type OpenWindow, type SplitWindow } from './day-windows';

/** @param programId narrows to one program; null: all. */
export interface OverviewScope {
  readonly organizationId: string;
  readonly programId: string | null;
  /** The first instant that is not counted in the totals; null: nothing is. */
  readonly countedUntil: Date | null;
}

export interface ClosedWindow extends OpenWindow {
  readonly from: Date;
  readonly to: Date;
}

export interface CountedWindow extends ClosedWindow {
  /** The window is cut into spans of this length: whole days, or hours of one that is read whole. */
  readonly spanMs: number;
  /** Reads no totals: for spans shorter than a day. */
  readonly whole: boolean;
}

export interface SpanCounts {
  /** From 0. */
  span: number;
  /** All that came in, whatever became of them. */
  events: number;
  failed: number;
  waiting: number;
  /** Participants new to the program or the organization. */
  joined: number;
}

const ROWS = 'organization_id = $1 AND ($2::uuid IS NULL OR program_id = $2)';
const split = ({ countedUntil }: OverviewScope, { whole, ...window }: OpenWindow & { whole: boolean }): SplitWindow =>
  whole ? readWhole(window) : splitWindow(window, countedUntil);

class Values {
  constructor(readonly all: unknown[]) {}
  readonly bind = (value: unknown): string => `$${this.all.push(value)}`;
}

/** One row for each span in which anything happened; one statement, so that an event stands in one column. */
export function countBySpan(scope: OverviewScope, window: CountedWindow): Promise<SpanCounts[]> {
  const { organizationId, programId } = scope;
  const values = new Values([organizationId, programId, window.from, window.spanMs]);
  const { days, edges } = split(scope, window);
  const spanOf = (at: string) => `floor(extract(epoch FROM ${at} - $3::timestamptz) * 1000 / $4::bigint)::int`;
  const counted = (column: keyof Omit<SpanCounts, 'span'>, at: string) =>
    `SELECT ${spanOf(at)}, ${(['events', 'failed', 'waiting', 'joined'] as const).map((name) => (name === column ? 'count(*)' : '0')).join(', ')}`;
  const between = (at: string, from: string, to: string) => `${at} >= ${from}::timestamptz AND ${at} < ${to}::timestamptz`;
  const within = between('created_at', values.bind(window.from), values.bind(window.to));
  const sources = [
    `${counted('failed', 'created_at')} FROM events WHERE ${ROWS} AND status = 'FAILED' AND ${within} GROUP BY 1`,
    `${counted('waiting', 'created_at')} FROM events WHERE ${ROWS} AND status IN ('PENDING', 'PROCESSING') AND ${within} GROUP BY 1`,
    ...edges.flatMap((edge) => {
      const [from, to] = [values.bind(edge.from), values.bind(edge.to)];
      const [source, since] = programId === null ? ['participants', 'created_at'] : ['program_participants', 'enrolled_at'];
      return [
        `${counted('events', 'created_at')} FROM events WHERE ${ROWS} AND ${between('created_at', from, to)} GROUP BY 1`,
        `${counted('joined', since)} FROM ${source} WHERE ${programId === null ? 'organization_id = $1' : ROWS} AND ${between(since, from, to)} GROUP BY 1`,
      ];
    }),
    ...(days.from === days.to
      ? []
      : [`SELECT ${spanOf(`day::timestamp AT TIME ZONE 'UTC'`)}, events, 0, 0, joined FROM ${ofDays('activity_days', days, values)}`]),
  ];
  return statement<SpanCounts>(
    `SELECT span, sum(events)::int AS events, sum(failed)::int AS failed, sum(waiting)::int AS waiting, sum(joined)::int AS joined
     FROM (${sources.join(' UNION ALL ')}) AS parts (span, events, failed, waiting, joined) GROUP BY span`,
    values.all,
  );
}

const dateOf = (instant: string): string => `(${instant}::timestamptz AT TIME ZONE 'UTC')::date`;

const ofDays = (table: string, { from, to }: SplitWindow['days'], { bind }: Values): string =>
  `${table} WHERE organization_id = $1 AND scope_id = coalesce($2::uuid, $1) AND day >= ${dateOf(bind(from))} AND day < ${dateOf(bind(to))}`;

/** Participants that had an event in the window, each once. */
export async function countActive(scope: OverviewScope, window: ClosedWindow & { readonly whole: boolean }): Promise<number> {
  const { organizationId, programId } = scope;
  const values = new Values([organizationId, programId]);
  const { bind } = values;
  const { days, edges } = split(scope, window);
  const actors = edges.map(
    ({ from, to }) =>
      `SELECT DISTINCT participant_id FROM events WHERE ${ROWS} AND participant_id IS NOT NULL
         AND created_at >= ${bind(from)}::timestamptz AND created_at < ${bind(to)}::timestamptz`,
  );
  const recent = (condition: string) => `SELECT count(*) FROM (${actors.join(' UNION ')}) AS recent WHERE ${condition}`;
  const parts =
    days.from === days.to
      ? [recent('TRUE')]
      : [
          `SELECT coalesce(sum(participants), 0) FROM ${ofDays('activity_returns', days, values)} AND previous_day < ${dateOf(bind(window.from))}`,
          ...(actors.length > 0
            ? [
                recent(
                  `NOT EXISTS (${KNOWN} AND e.created_at >= ${bind(days.from)}::timestamptz AND e.created_at < ${bind(days.to)}::timestamptz)`,
                ),
              ]
            : []),
        ];
  const [row] = await statement<{ active: number }>(
    `SELECT sum(part)::int AS active FROM (${parts.join(' UNION ALL ')}) AS parts (part)`,
    values.all,
  );
  return row?.active ?? 0;
}

/** Events of the same participant, in the program if one is asked for. */
const KNOWN = 'SELECT 1 FROM events e WHERE e.participant_id = recent.participant_id AND ($2::uuid IS NULL OR e.program_id = $2)';

export interface FailureCount {
  error_code: string | null;
  events: number;
}

/** Of the events that failed in the window, the most frequent codes. */
export function countFailures(
  { organizationId, programId }: OverviewScope,
  { from, to }: ClosedWindow,
  limit: number,
): Promise<FailureCount[]> {
  return statement<FailureCount>(
    `SELECT error_code, count(*)::int AS events FROM events
     WHERE ${ROWS} AND status = 'FAILED' AND created_at >= $3 AND created_at < $4
     GROUP BY error_code ORDER BY events DESC, error_code LIMIT $5`,
    [organizationId, programId, from, to, limit],
  );
}

/** Deliveries begun in the window that were given up, of the whole organization: webhooks know no program. */
export async function countFailedDeliveries(organizationId: string, { from, to }: ClosedWindow): Promise<number> {
  const [row] = await statement<{ failed: number }>(
    `SELECT count(*)::int AS failed FROM webhook_endpoints e
     JOIN webhook_deliveries d ON d.endpoint_id = e.id AND d.status = 'FAILED' AND d.created_at >= $2 AND d.created_at < $3
     WHERE e.organization_id = $1`,
    [organizationId, from, to],
  );
  return row?.failed ?? 0;
}
