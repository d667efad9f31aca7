/** Reads the latest events and participants of a program, bounded in number and in bytes, to see which values they have. */
import type { JsonRecord } from '@/domain/rules/activation';
import { ATTRIBUTES_OF, TAGS_OF } from '@/server/db/repositories/people/state-reading';
import { statement } from '@/server/db/transaction';

interface LatestScope {
  readonly organizationId: string;
  readonly programId: string;
  readonly limit: number;
}

/** @param limits larger payloads are left out, and so are those after which there would be more bytes than `byteLimit`. */
export async function latestPayloads(
  { organizationId, programId, limit }: LatestScope,
  limits: { readonly byteLimit: number; readonly bytesPerEvent: number },
): Promise<JsonRecord[]> {
  const rows = await statement<{ event_data: JsonRecord }>(
    `WITH latest AS (
       SELECT id, event_data, octet_length(event_data::text) AS bytes FROM events
       WHERE organization_id = $1 AND program_id = $2 ORDER BY id DESC LIMIT $3
     ), measured AS (
       SELECT event_data, bytes, sum(bytes) OVER (ORDER BY id DESC) AS total FROM latest WHERE bytes <= $5
     )
     SELECT event_data FROM measured WHERE total <= $4`,
    [organizationId, programId, limit, limits.byteLimit, limits.bytesPerEvent],
  );
  return rows.map(({ event_data }) => event_data);
}

/** The tags and attributes of those who were created last, among the participants of the program. */
export function latestStates({ organizationId, programId, limit }: LatestScope): Promise<{ tags: string[]; attributes: JsonRecord }[]> {
  return statement<{ tags: string[]; attributes: JsonRecord }>(
    `SELECT found.* FROM (
       SELECT participant_id AS id FROM program_participants WHERE organization_id = $1 AND program_id = $2
       ORDER BY participant_id DESC LIMIT $3
     ) AS latest CROSS JOIN LATERAL (
       SELECT ${TAGS_OF('p')} AS tags, ${ATTRIBUTES_OF('p')} AS attributes
       FROM participants p WHERE p.organization_id = $1 AND p.id = latest.id OFFSET 0
     ) AS found`,
    [organizationId, programId, limit],
  );
}
