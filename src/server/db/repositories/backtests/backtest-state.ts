/** Reconstructs subjects' state at a past instant, and the changes made to it since then by anything but the tested rules. */
import { present } from '@/domain/assert';
import { replayedChange } from '@/domain/backtests/counters';
import type { RecordedChange } from '@/domain/backtests/record';
import { plainCounter, type Counter } from '@/domain/participants/counters';
import { tierPlace, type StateChange, type StateType, type Subject, type TierMembership } from '@/domain/participants/state';
import { amountOf } from '@/domain/money';
import { NO_STATE, type SubjectState } from '@/domain/participants/subject-state';
import { statement } from '@/server/db/transaction';
import { isTriedEvent, scopeValues, type HistoryScope } from './backtest-history';
import { loadWindowsAt, windowKey } from './window-history';

interface ShownTierMembership {
  readonly level: string;
  readonly rank: number;
  readonly since: string;
  readonly expires_at: string | null;
}

interface PastRow {
  subject_type: Subject['type'];
  subject_id: string;
  program_id: string | null;
  state_type: StateType;
  operation: string;
  key: string;
  new_value: unknown;
  created_at: Date;
  reset_after_ms: number | null;
  /** Null: the counter had no sliding window. */
  window_kept: boolean | null;
  /** When the counter's window that is open at the instant began; null: none is open. */
  opened_at: Date | null;
}

const GONE = new Set(['DELETE', 'REMOVE']);

/**
 * The length of a counter's window is not part of its history: it is taken to have always been what it is now.
 * @returns only subjects that had any state.
 */
export async function loadStatesAt(organizationId: string, subjectIds: readonly string[], at: Date): Promise<Map<string, SubjectState>> {
  const rows = await statement<PastRow>(
    `SELECT last.*, c.reset_after_ms, CASE WHEN c.reset_after_ms IS NULL OR last.operation = 'AUTO_RESET' THEN NULL ELSE (
       SELECT min(h.created_at) FROM state_history h
       WHERE h.organization_id = $1 AND h.subject_id = last.subject_id AND h.state_type = 'COUNTER' AND h.key = last.key AND h.created_at < $3 AND h.operation <> 'AUTO_RESET'
         AND h.sequence > coalesce((SELECT max(r.sequence) FROM state_history r
           WHERE r.organization_id = $1 AND r.subject_id = last.subject_id AND r.state_type = 'COUNTER' AND r.key = last.key AND r.created_at < $3 AND r.operation = 'AUTO_RESET'), 0)) END AS opened_at
     FROM (SELECT DISTINCT ON (subject_id, state_type, key, program_id) subject_type, subject_id, program_id, state_type, operation, key, new_value, window_kept, created_at
           FROM state_history WHERE organization_id = $1 AND subject_id = ANY ($2::uuid[]) AND created_at < $3
           ORDER BY subject_id, state_type, key, program_id, sequence DESC) last
     LEFT JOIN state_counters c ON last.state_type = 'COUNTER' AND c.organization_id = $1 AND c.subject_id = last.subject_id AND c.key = last.key`,
    [organizationId, subjectIds, at],
  );
  const windows = await loadWindowsAt(organizationId, subjectIds, at);
  return new Map(
    [...Map.groupBy(rows, ({ subject_id }) => subject_id)].map(([id, own]) => [
      id,
      stateOf(
        own.filter(({ operation }) => !GONE.has(operation)),
        windows,
      ),
    ]),
  );
}

function stateOf(rows: readonly PastRow[], windows: ReadonlyMap<string, Counter>): SubjectState {
  const ofType = (type: StateType): PastRow[] => rows.filter(({ state_type }) => state_type === type);
  return {
    ...NO_STATE,
    tags: ofType('TAG')
      .map(({ key }) => key)
      .sort(),
    attributes: Object.fromEntries(
      ofType('ATTRIBUTE')
        .map(({ key, new_value }) => [key, new_value] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    counters: new Map(
      ofType('COUNTER').map((row) => [
        row.key,
        { ...((row.window_kept !== null && windows.get(windowKey(row))) || counterOf(row)), updatedAt: row.created_at },
      ]),
    ),
    tierMemberships: new Map(
      ofType('TIER').map(({ program_id, key, new_value }) => [
        tierPlace({ programId: present(program_id, 'a change of a tier names the program of the tier'), key }),
        // What the history shows of a level was written by `shownValue`.
        tierMembershipOf(new_value as ShownTierMembership),
      ]),
    ),
  };
}

/** One without a sliding window. */
function counterOf({ new_value, reset_after_ms, opened_at }: PastRow): Counter {
  const resetsAt = opened_at && reset_after_ms !== null ? new Date(opened_at.getTime() + reset_after_ms) : null;
  return { ...plainCounter(amountOf(String(new_value ?? 0))), resetAfterMs: reset_after_ms, resetsAt };
}

/** Grace is not part of the history; a level in grace is re-evaluated at the same time anyway. */
function tierMembershipOf({ level, rank, since, expires_at }: ShownTierMembership): TierMembership {
  return { level, rank, since: new Date(since), expiresAt: expires_at === null ? null : new Date(expires_at), inGrace: false };
}

/** A change of a counter without a sliding window leaves open whether it gets one. */
const spanOf = ({ reset_after_ms, window_ms, window_kept }: ChangeRow) =>
  window_kept === null ? { resetAfterMs: reset_after_ms } : { windowMs: window_ms };

interface ChangeRow extends Omit<PastRow, 'opened_at'> {
  old_value: unknown;
  window_ms: number | null;
}

/**
 * Looks each event up by its id alone: a join could choose an index that scans all of the program's events.
 * @param levelsFollow whether the backtest itself evaluates levels: then level changes caused by time or counters are left out.
 */
export async function loadChanges(scope: HistoryScope, subjectIds: readonly string[], levelsFollow: boolean): Promise<RecordedChange[]> {
  const rows = await statement<ChangeRow>(
    `SELECT h.subject_type, h.subject_id, h.program_id, h.state_type, h.operation, h.key, h.old_value, h.new_value, h.created_at, h.window_kept, c.reset_after_ms, c.window_ms
     FROM state_history h
     LEFT JOIN state_counters c ON h.state_type = 'COUNTER' AND c.organization_id = $1 AND c.subject_id = h.subject_id AND c.key = h.key
     WHERE h.organization_id = $1 AND h.subject_id = ANY ($6::uuid[]) AND h.created_at >= $3 AND h.created_at < $4 AND h.operation <> 'AUTO_RESET'
       AND NOT ($7 AND h.state_type = 'TIER' AND h.source = 'SYSTEM')
       AND NOT ${isTriedEvent('h.event_id')}
     ORDER BY h.sequence`,
    [...scopeValues(scope), subjectIds, levelsFollow],
  );
  return rows.map((row) => ({ at: row.created_at, change: changeOf(row) }));
}

function changeOf(row: ChangeRow): StateChange {
  const { subject_type, subject_id, program_id, state_type, operation, key, new_value } = row;
  const place = { subject: { type: subject_type, id: subject_id }, key, origin: { source: 'SYSTEM' } } as const;
  const gone = GONE.has(operation);
  switch (state_type) {
    case 'TAG':
      return { ...place, type: 'TAG', operation: gone ? 'REMOVE' : 'ADD' };
    case 'ATTRIBUTE':
      return gone
        ? { ...place, type: 'ATTRIBUTE', operation: 'DELETE' }
        : { ...place, type: 'ATTRIBUTE', operation: 'SET', value: new_value };
    case 'COUNTER':
      return { ...place, type: 'COUNTER', ...replayedChange(row), ...spanOf(row) };
    case 'TIER': {
      const programId = present(program_id, 'a change of a tier names the program of the tier');
      if (gone) return { ...place, type: 'TIER', programId, operation: 'DELETE' };
      // What the history shows of a level was written by `shownValue`.
      const { level, rank, expiresAt } = tierMembershipOf(new_value as ShownTierMembership);
      return { ...place, type: 'TIER', programId, operation: 'SET', value: { level, rank, expiresAt } };
    }
  }
}
