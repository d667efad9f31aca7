/** The history of state as the wire shows it. */
import type { StateHistoryEntry } from '@/contract/state';
import type { StateHistoryRow } from '@/server/db/repositories/state-history';
import { presentTime } from './time';

export function presentStateHistoryEntry(row: StateHistoryRow): StateHistoryEntry {
  return {
    id: row.id,
    program_id: row.program_id,
    state_type: row.state_type,
    operation: row.operation,
    key: row.key,
    old_value: row.old_value,
    new_value: row.new_value,
    source: row.source,
    event_id: row.event_id,
    rule_id: row.rule_id,
    api_key_id: row.api_key_id,
    user_id: row.user_id,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.created_at),
  };
}
