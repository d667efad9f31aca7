/** Checks what an organization already has of what it needs to get started, each by an index lookup. */
import { only } from '@/domain/assert';
import { statement } from '@/server/db/transaction';

interface FirstProgram {
  readonly id: string;
  readonly name: string;
  readonly rule_set_keys: readonly string[];
}

/** @param programId null: the newest active program. */
export async function findFirstProgram(organizationId: string, programId: string | null): Promise<FirstProgram | null> {
  const [row] = await statement<FirstProgram>(
    `SELECT p.id, p.name, ARRAY(SELECT s.key FROM rule_sets s WHERE s.organization_id = p.organization_id AND s.program_id = p.id AND s.deleted_at IS NULL ORDER BY s.position) AS rule_set_keys
     FROM programs p
     WHERE p.organization_id = $1 AND p.status = 'ACTIVE' AND ($2::uuid IS NULL OR p.id = $2)
     ORDER BY p.created_at DESC, p.id DESC LIMIT 1`,
    [organizationId, programId],
  );
  return row ?? null;
}

interface Possessions {
  readonly has_key: boolean;
  readonly has_endpoint: boolean;
  readonly has_teammate: boolean;
}

/** @param now real time, by which keys and invitations expire. */
export async function readPossessions(organizationId: string, now: Date): Promise<Possessions> {
  const row = only(
    await statement<Possessions>(
      `SELECT EXISTS (SELECT 1 FROM api_keys
                    WHERE organization_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)) AS has_key,
            EXISTS (SELECT 1 FROM webhook_endpoints WHERE organization_id = $1 AND status <> 'ARCHIVED') AS has_endpoint,
            (SELECT count(*) FROM (SELECT 1 FROM members WHERE organization_id = $1 LIMIT 2) AS two) > 1
              OR EXISTS (SELECT 1 FROM invitations
                         WHERE organization_id = $1 AND status = 'pending' AND expires_at > $2) AS has_teammate`,
      [organizationId, now],
    ),
  );
  return row;
}

/** The newest event sent from outside; events that the service generates do not count. */
export async function newestSentEvent(organizationId: string, programId: string): Promise<string | null> {
  const [row] = await statement<{ id: string }>(
    `SELECT id FROM events WHERE organization_id = $1 AND program_id = $2 AND event_type = 'EXTERNAL'
     ORDER BY id DESC LIMIT 1`,
    [organizationId, programId],
  );
  return row?.id ?? null;
}

/** Whether a rule of the program is another than it was when it was made. */
export async function hasChangedRule(organizationId: string, programId: string): Promise<boolean> {
  const row = only(
    await statement<{ changed: boolean }>(
      'SELECT EXISTS (SELECT 1 FROM rules WHERE organization_id = $1 AND program_id = $2 AND version > 1) AS changed',
      [organizationId, programId],
    ),
  );
  return row.changed;
}

const LOOKED_AT = 1000;

/** The newest sent event whose rules credited something, among the newest thousand credits. */
export async function newestCreditedEvent(organizationId: string, programId: string): Promise<string | null> {
  const [row] = await statement<{ id: string }>(
    `SELECT e.id
     FROM (SELECT event_id, id FROM journal_entries
           WHERE organization_id = $1 AND program_id = $2 AND type = 'CREDIT' AND event_id IS NOT NULL
           ORDER BY id DESC LIMIT ${LOOKED_AT}) AS credit
     JOIN events e ON e.organization_id = $1 AND e.id = credit.event_id AND e.event_type = 'EXTERNAL'
     ORDER BY credit.id DESC LIMIT 1`,
    [organizationId, programId],
  );
  return row?.id ?? null;
}
