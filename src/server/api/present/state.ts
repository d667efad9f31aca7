/** Presents state and its history in their wire form. */
import type { TierMembershipResource } from '@/contract/participant';
import type { StateCounter, StateHistoryEntry } from '@/contract/state';
import { formatDuration } from '@/domain/duration';
import type { StateHistoryRow } from '@/server/db/repositories/people/state-history';
import type { AttributeRow, CounterRow, TagRow } from '@/server/db/repositories/people/state-lists';
import type { TierMembershipRow } from '@/server/db/repositories/people/state-reading';
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
    automation_id: row.automation_id,
    api_key_id: row.api_key_id,
    user_id: row.user_id,
    on_behalf_of: row.on_behalf_of,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.created_at),
  };
}

export const presentTierMembership = ({ tier, level, rank, program_id, since, expires_at }: TierMembershipRow): TierMembershipResource => ({
  tier,
  level,
  rank,
  program_id,
  since,
  expires_at,
});

export const presentTag = ({ tag }: TagRow): { tag: string } => ({ tag });

export const presentAttribute = ({ key, value }: AttributeRow): { key: string; value: unknown } => ({ key, value });

export function presentCounter({ key, reading, reset_after_ms, window_ms, resets_at }: CounterRow): StateCounter {
  return {
    key,
    value: reading,
    reset_after: reset_after_ms === null ? null : formatDuration(reset_after_ms),
    window: window_ms === null ? null : formatDuration(window_ms),
    resets_at: presentTime(resets_at),
  };
}
