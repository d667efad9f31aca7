/** Tags and attributes of whatever has state: a participant, a group or a program. */
import type { Tx } from '../transaction';

export interface Subject {
  readonly type: 'PARTICIPANT' | 'GROUP' | 'PROGRAM';
  readonly id: string;
}

/** Adds tags, lowercased already; those the subject has are left as they are. */
export async function addTags(tx: Tx, organizationId: string, subject: Subject, tags: readonly string[], now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO state_tags (organization_id, subject_type, subject_id, created_at, tag)
     SELECT DISTINCT $1::uuid, $2::text, $3::uuid, $4::timestamptz, tag FROM unnest($5::text[]) AS tag ON CONFLICT DO NOTHING`,
    [organizationId, subject.type, subject.id, now, tags],
  );
}

/** Sets attributes to any JSON values; the subject's other attributes are left as they are. */
export async function setAttributes(
  tx: Tx,
  organizationId: string,
  subject: Subject,
  attributes: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> {
  const keys = Object.keys(attributes);
  await tx.query(
    `INSERT INTO state_attributes (organization_id, subject_type, subject_id, updated_at, key, value)
     SELECT $1, $2, $3, $4, * FROM unnest($5::text[], $6::json[])
     ON CONFLICT (subject_id, key) DO UPDATE SET value = EXCLUDED.value, updated_at = EXCLUDED.updated_at`,
    [organizationId, subject.type, subject.id, now, keys, keys.map((key) => JSON.stringify(attributes[key]))],
  );
}
