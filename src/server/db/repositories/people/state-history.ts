/** Lists the changes of a subject's state. */
import type { StateOperation, StateOrigin, StateType, Subject } from '@/domain/participants/state';
import { equals, keysetPage, within, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { statement } from '@/server/db/transaction';

export interface StateHistoryRow {
  id: string;
  program_id: string | null;
  state_type: StateType;
  operation: StateOperation;
  key: string;
  old_value: unknown;
  new_value: unknown;
  source: StateOrigin['source'];
  event_id: string | null;
  rule_id: string | null;
  automation_id: string | null;
  api_key_id: string | null;
  user_id: string | null;
  on_behalf_of: string | null;
  created_at: Date;
}

interface StateHistoryQuery extends PageRequest<'created_at'> {
  from?: string | undefined;
  to?: string | undefined;
  state_type?: StateType | undefined;
  key?: string | undefined;
}

const COLUMNS = `h.id, h.program_id, h.state_type, h.operation, h.key, h.old_value, h.new_value, h.source, h.event_id, h.rule_id, h.automation_id, h.api_key_id,
  h.user_id, h.on_behalf_of, h.created_at`;

/** Changes of the same millisecond are in the order in which they happened. */
const STATE_HISTORY: KeysetList<'created_at'> = {
  name: 'state-history',
  select: {
    columns: COLUMNS,
    from: 'state_history h',
  },
  sorts: { created_at: [{ sql: 'h.created_at', type: 'timestamptz' }] },
  id: { sql: 'h.sequence', type: 'bigint' },
};

export function listStateHistoryRows(
  organizationId: string,
  subject: Subject,
  query: StateHistoryQuery,
): Promise<KeysetPage<StateHistoryRow>> {
  return keysetPage<StateHistoryRow, 'created_at'>(STATE_HISTORY, {
    organizationId,
    query: { ...query, subject: subject.id },
    where: [
      equals('h.organization_id', organizationId),
      equals('h.subject_id', subject.id),
      ...within('h.created_at', query.from, query.to),
      ...(query.state_type === undefined ? [] : [equals('h.state_type', query.state_type)]),
      ...(query.key === undefined ? [] : [equals('h.key', query.key)]),
    ],
  });
}

/** Changes of one subject by their time and sequence, in no particular order. */
export const findStateChanges = (
  organizationId: string,
  subjectId: string,
  places: readonly { readonly at: Date; readonly id: string }[],
): Promise<(StateHistoryRow & { sequence: string })[]> =>
  statement(
    `SELECT h.* FROM unnest($3::timestamptz[], $4::bigint[]) AS named (at, sequence) CROSS JOIN LATERAL (
       SELECT ${COLUMNS}, h.sequence::text AS sequence FROM state_history h
       WHERE h.organization_id = $1 AND h.subject_id = $2 AND h.created_at = named.at AND h.sequence = named.sequence LIMIT 1
     ) h`,
    [organizationId, subjectId, places.map(({ at }) => at), places.map(({ id }) => id)],
  );
