/**
 * Tags and attributes of whatever has state. They change here alone, so that every change is in the
 * state history of the same transaction.
 */
import {
  stateKey,
  stateTransitions,
  type StateChange,
  type StateTransition,
  type StateType,
  type StateValue,
} from '@/domain/participants/state';
import { newId } from '@/server/ids';
import type { Tx } from '../transaction';

export interface StateScope {
  readonly organizationId: string;
  /** The organization's present: when the changes happen. */
  readonly now: Date;
}

/**
 * Makes the changes in their order and records those that change anything. However many there are,
 * it takes a handful of statements. Lock the subjects first: nobody else may change their state meanwhile.
 * @returns what really changed.
 */
export async function changeState(tx: Tx, scope: StateScope, changes: readonly StateChange[]): Promise<StateTransition[]> {
  if (changes.length === 0) return [];
  const transitions = stateTransitions(await readState(tx, scope, changes), changes);
  const last = new Map(transitions.map((transition) => [keyOf(transition.change), transition]));
  await writeTags(tx, scope, [...last.values()]);
  await writeAttributes(tx, scope, [...last.values()]);
  await writeHistory(tx, scope, transitions);
  return transitions;
}

const keyOf = ({ type, subject, key }: StateChange): string => stateKey(type, subject.id, key);
const subjectIds = (changes: readonly StateChange[]) => changes.map(({ subject }) => subject.id);
const keys = (changes: readonly StateChange[]) => changes.map(({ key }) => key);

async function readState(tx: Tx, { organizationId }: StateScope, changes: readonly StateChange[]): Promise<Map<string, StateValue>> {
  const rows = await tx.query<{ type: StateType; subject_id: string; key: string; value: unknown }>(
    `SELECT 'TAG' AS type, t.subject_id, t.tag AS key, to_json(t.tag) AS value
     FROM state_tags t JOIN unnest($2::uuid[], $3::text[]) AS named (subject_id, tag) USING (subject_id, tag) WHERE t.organization_id = $1
     UNION ALL
     SELECT 'ATTRIBUTE', a.subject_id, a.key, a.value
     FROM state_attributes a JOIN unnest($4::uuid[], $5::text[]) AS named (subject_id, key) USING (subject_id, key) WHERE a.organization_id = $1`,
    [
      organizationId,
      ...(['TAG', 'ATTRIBUTE'] as const).flatMap((type) => {
        const ofType = changes.filter((change) => change.type === type);
        return [subjectIds(ofType), keys(ofType)];
      }),
    ],
  );
  return new Map(rows.map(({ type, subject_id, key, value }) => [stateKey(type, subject_id, key), { json: value }]));
}

/** Those of one kind that end with a value, and those that end without one. */
function split(transitions: readonly StateTransition[], type: StateType) {
  const ofType = transitions.filter(({ change }) => change.type === type);
  return {
    present: ofType.filter(({ after }) => after !== null),
    absent: ofType.filter(({ after }) => after === null).map(({ change }) => change),
  };
}

async function writeTags(tx: Tx, { organizationId, now }: StateScope, transitions: readonly StateTransition[]): Promise<void> {
  const { present, absent } = split(transitions, 'TAG');
  const added = present.map(({ change }) => change);
  if (added.length > 0) {
    await tx.query(
      `INSERT INTO state_tags (organization_id, created_at, subject_type, subject_id, tag)
       SELECT $1, $2, * FROM unnest($3::text[], $4::uuid[], $5::text[]) ON CONFLICT DO NOTHING`,
      [organizationId, now, added.map(({ subject }) => subject.type), subjectIds(added), keys(added)],
    );
  }
  if (absent.length > 0) {
    await tx.query(
      `DELETE FROM state_tags t USING unnest($2::uuid[], $3::text[]) AS gone (subject_id, tag)
       WHERE t.organization_id = $1 AND t.subject_id = gone.subject_id AND t.tag = gone.tag`,
      [organizationId, subjectIds(absent), keys(absent)],
    );
  }
}

async function writeAttributes(tx: Tx, { organizationId, now }: StateScope, transitions: readonly StateTransition[]): Promise<void> {
  const { present, absent } = split(transitions, 'ATTRIBUTE');
  const set = present.map(({ change }) => change);
  if (set.length > 0) {
    await tx.query(
      `INSERT INTO state_attributes (organization_id, updated_at, subject_type, subject_id, key, value)
       SELECT $1, $2, * FROM unnest($3::text[], $4::uuid[], $5::text[], $6::json[])
       ON CONFLICT (subject_id, key) DO UPDATE SET value = EXCLUDED.value, updated_at = EXCLUDED.updated_at`,
      [organizationId, now, set.map(({ subject }) => subject.type), subjectIds(set), keys(set), present.map(({ after }) => jsonOf(after))],
    );
  }
  if (absent.length > 0) {
    await tx.query(
      `DELETE FROM state_attributes a USING unnest($2::uuid[], $3::text[]) AS gone (subject_id, key)
       WHERE a.organization_id = $1 AND a.subject_id = gone.subject_id AND a.key = gone.key`,
      [organizationId, subjectIds(absent), keys(absent)],
    );
  }
}

const jsonOf = (value: StateValue): string | null => (value === null ? null : JSON.stringify(value.json));

async function writeHistory(tx: Tx, { organizationId, now }: StateScope, transitions: readonly StateTransition[]): Promise<void> {
  if (transitions.length === 0) return;
  const changes = transitions.map(({ change }) => change);
  await tx.query(
    `INSERT INTO state_history (organization_id, created_at, id, subject_type, subject_id, state_type, operation, key, old_value, new_value,
       source, event_id, rule_id, api_key_id, user_id)
     SELECT $1, $2, * FROM unnest($3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::json[], $10::json[],
       $11::text[], $12::uuid[], $13::uuid[], $14::uuid[], $15::uuid[])`,
    [
      organizationId,
      now,
      changes.map(() => newId()),
      changes.map(({ subject }) => subject.type),
      subjectIds(changes),
      changes.map(({ type }) => type),
      changes.map(({ operation }) => operation),
      keys(changes),
      transitions.map(({ before }) => jsonOf(before)),
      transitions.map(({ after }) => jsonOf(after)),
      changes.map(({ origin }) => origin.source),
      changes.map(({ origin }) => origin.eventId ?? null),
      changes.map(({ origin }) => origin.ruleId ?? null),
      changes.map(({ origin }) => origin.apiKeyId ?? null),
      changes.map(({ origin }) => origin.userId ?? null),
    ],
  );
}
