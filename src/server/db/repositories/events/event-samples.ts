/**
 * Draws a sample of each program's events from a window of ingestion time: spread over the window, the same on every draw, and bounded in
 * what it reads and returns.
 */
import type { JsonRecord } from '@/domain/rules/activation';
import type { Tx } from '@/server/db/transaction';

interface SampleRequest {
  readonly programIds: readonly string[];
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** The number of events to draw, of each program. */
  readonly limit: number;
  /** The most bytes of payload returned, of each program. */
  readonly byteLimit: number;
  /** Larger payloads are never returned. */
  readonly bytesPerEvent: number;
  /** The window is cut into slices, and each contributes its first events as candidates, so that a busy program is not read whole. */
  readonly candidatesPerSlice: number;
}

export interface SampleRow {
  program_id: string;
  event_type: 'EXTERNAL' | 'SYSTEM';
  created_at: Date;
  bytes: number;
  /** Null when it is left out for its size, or because the payloads before it used up the byte limit. */
  event_data: JsonRecord | null;
}

const SLICES = 48;

/** Candidates are drawn by a hash of their id, which depends on neither time nor content. */
export function drawEvents(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  { programIds, from, to, limit, byteLimit, bytesPerEvent, candidatesPerSlice }: SampleRequest,
): Promise<SampleRow[]> {
  return tx.query<SampleRow>(
    `WITH slices AS (
       SELECT $3::timestamptz + ($4::timestamptz - $3::timestamptz) * n / ${SLICES} AS since,
              $3::timestamptz + ($4::timestamptz - $3::timestamptz) * (n + 1) / ${SLICES} AS until
       FROM generate_series(0, ${SLICES - 1}) AS n
     ), drawn AS (
       SELECT asked.program_id, ranked.id, ranked.rank
       FROM unnest($2::uuid[]) AS asked (program_id) CROSS JOIN LATERAL (
         SELECT candidate.id, md5(candidate.id::text) AS rank
         FROM slices CROSS JOIN LATERAL (
           SELECT id FROM events WHERE organization_id = $1 AND program_id = asked.program_id AND id >= first_id_at(since) AND id < first_id_at(until)
           ORDER BY id LIMIT $8
         ) AS candidate
         ORDER BY rank LIMIT $5
       ) AS ranked
     ), measured AS (
       SELECT drawn.program_id, e.event_type, time_of_id(e.id) AS created_at, e.event_data, drawn.rank, octet_length(e.event_data::text) AS bytes
       FROM drawn CROSS JOIN LATERAL (SELECT * FROM events e WHERE e.organization_id = $1 AND e.id = drawn.id OFFSET 0) e
     )
     SELECT program_id, event_type, created_at, bytes,
            CASE WHEN bytes <= $7 AND coalesce(sum(bytes) FILTER (WHERE bytes <= $7) OVER (PARTITION BY program_id ORDER BY rank), 0) <= $6 THEN event_data END AS event_data
     FROM measured ORDER BY program_id, rank`,
    [organizationId, programIds, from, to, limit, byteLimit, bytesPerEvent, candidatesPerSlice],
  );
}
