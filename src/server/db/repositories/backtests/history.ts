/** Reconstructs records as they stood at an instant, from the versions, changes and postings dated at or before it. */
import type { Holder } from '@/domain/ledger/accounts';
import type { StateType } from '@/domain/participants/state';
import { statement } from '@/server/db/transaction';
import { asOfJoin } from '@/server/db/repositories/ledger/balance-list';
import { namedParticipant, type ParticipantKey } from '@/server/db/repositories/ledger/operation-context';
import { COUNTER_READING } from '@/server/db/repositories/people/state-reading';
import { ENROLLMENTS, participantColumns, SHOWN_BALANCES, type ParticipantDetailRow } from '@/server/db/repositories/people/participants';

/**
 * Timestamps may disagree with the order of changes, as clocks do: of the changes dated at or before the instant `$3`, the one made
 * last counts.
 */
const lastChanges = (stateType: StateType): string => `(
  SELECT DISTINCT ON (h.program_id, h.key) h.program_id, h.key, h.operation, h.new_value FROM state_history h
  WHERE h.organization_id = p.organization_id AND h.subject_id = p.id AND h.state_type = '${stateType}' AND h.created_at <= $3 ORDER BY h.program_id, h.key, h.sequence DESC) s`;

/** What time alone had changed by then counts, even if it was not recorded yet. */
const COUNTERS_AS_OF = `(
  SELECT coalesce(json_object_agg(s.key, CASE WHEN c.resets_at <= $3 THEN ${COUNTER_READING('$3')} ELSE s.new_value #>> '{}' END ORDER BY s.key), '{}')
  FROM ${lastChanges('COUNTER')} JOIN state_counters c ON c.organization_id = p.organization_id AND c.subject_id = p.id AND c.key = s.key)`;

const TIERS_AS_OF = `(
  SELECT coalesce(json_agg(json_build_object('tier', s.key, 'level', s.new_value -> 'level', 'rank', s.new_value -> 'rank', 'program_id', s.program_id,
    'since', s.new_value -> 'since', 'expires_at', s.new_value -> 'expires_at') ORDER BY s.program_id, s.key), '[]')
  FROM ${lastChanges('TIER')} WHERE s.operation = 'SET')`;

const DETAIL_AS_OF = `
  SELECT ${participantColumns('v')},
    ARRAY(SELECT l.program_id::text FROM program_participants l WHERE l.organization_id = p.organization_id AND l.participant_id = p.id AND l.enrolled_at <= $3
          ORDER BY l.enrolled_at, l.program_id) AS program_ids,
    ${ENROLLMENTS('AND l.enrolled_at <= $3')} AS enrollments,
    ARRAY(SELECT s.key FROM ${lastChanges('TAG')} WHERE s.operation = 'ADD' ORDER BY s.key) AS tags,
    (SELECT coalesce(json_object_agg(s.key, s.new_value ORDER BY s.key), '{}') FROM ${lastChanges('ATTRIBUTE')} WHERE s.operation = 'SET') AS attributes,
    ${COUNTERS_AS_OF} AS counters, ${TIERS_AS_OF} AS tiers,
    (SELECT ${SHOWN_BALANCES('then_')} FROM balances b JOIN assets a ON a.organization_id = b.organization_id AND a.id = b.asset_id ${asOfJoin('$3')}
       WHERE b.account_id = p.id AND b.organization_id = p.organization_id) AS balances
  FROM participants p CROSS JOIN LATERAL (
    SELECT * FROM participant_versions v WHERE v.organization_id = p.organization_id AND v.participant_id = p.id AND v.valid_from <= $3 ORDER BY v.sequence DESC LIMIT 1) v
  WHERE `;

/** A participant's whole record as it stood; null before it existed. */
export async function findParticipantDetailAsOf(
  organizationId: string,
  key: ParticipantKey,
  at: Date,
): Promise<ParticipantDetailRow | null> {
  const { condition, value } = namedParticipant(key);
  const [row] = await statement<ParticipantDetailRow>(DETAIL_AS_OF + condition, [organizationId, value, at]);
  return row ?? null;
}

export async function holderExistedAt(organizationId: string, { type, id }: Holder, at: Date): Promise<boolean> {
  const rows = await statement(
    `SELECT 1 FROM ${type === 'GROUP' ? 'groups' : 'participants'} WHERE organization_id = $1 AND id = $2 AND created_at <= $3`,
    [organizationId, id, at],
  );
  return rows.length > 0;
}
