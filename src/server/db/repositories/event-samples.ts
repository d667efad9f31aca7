/**
 * Draws a sample of a program's events from a window of ingestion time: spread over the window, the same on every draw, and bounded in
 * what it reads and returns.
 */
import type { JsonObject } from '@/domain/rules/activation';
import type { Tx } from '../transaction';

export interface SampleRequest {
  readonly programId: string;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** The number of events to draw. */
  readonly limit: number;
  /** The most bytes of payload returned over the whole sample. */
  readonly byteLimit: number;
  /** Larger payloads are never returned. */
  readonly bytesPerEvent: number;
}

export interface SampleRow {
  event_type: 'EXTERNAL' | 'SYSTEM';
  created_at: Date;
  bytes: number;
  /** Null when it is left out for its size, or because the payloads before it used up the byte limit. */
  event_data: JsonObject | null;
}

/** The window is cut into slices, and each contributes its first events as candidates, so that a busy program is not read whole. */
const SLICES = 48;
const CANDIDATES_PER_SLICE = 500;

/** Candidates are drawn by a hash of their id, which depends on neither time nor content. */
export function drawEvents(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  { programId, from, to, limit, byteLimit, bytesPerEvent }: SampleRequest,
): Promise<SampleRow[]> {
  return tx.query<SampleRow>(
    `WITH slices AS (
       SELECT $3::timestamptz + ($4::timestamptz - $3::timestamptz) * n / ${SLICES} AS since,
              $3::timestamptz + ($4::timestamptz - $3::timestamptz) * (n + 1) / ${SLICES} AS until
       FROM generate_series(0, ${SLICES - 1}) AS n
     ), drawn AS (
       SELECT candidate.id, md5(candidate.id::text) AS rank
       FROM slices CROSS JOIN LATERAL (
         SELECT id FROM events WHERE program_id = $2 AND created_at >= since AND created_at < until ORDER BY created_at, id LIMIT ${CANDIDATES_PER_SLICE}
       ) AS candidate
       ORDER BY rank LIMIT $5
     ), measured AS (
       SELECT e.event_type, e.created_at, e.event_data, drawn.rank, octet_length(e.event_data::text) AS bytes
       FROM drawn JOIN events e ON e.id = drawn.id AND e.organization_id = $1
     )
     SELECT event_type, created_at, bytes,
            CASE WHEN bytes <= $7 AND coalesce(sum(bytes) FILTER (WHERE bytes <= $7) OVER (ORDER BY rank), 0) <= $6 THEN event_data END AS event_data
     FROM measured ORDER BY rank`,
    [organizationId, programId, from, to, limit, byteLimit, bytesPerEvent],
  );
}
