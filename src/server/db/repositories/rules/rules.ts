/** Reads and writes rules and their order, dense from 1 within their set, archived ones excluded. */
import { only } from '@/domain/assert';
import type { BudgetSource } from '@/domain/rules/budget';
import type { ExampleSource } from '@/domain/rules/examples/example';
import type { ActionSource } from '@/domain/rules/rule';
import { contains, equals, keysetPage, statusFilter, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { statement, type Tx } from '@/server/db/transaction';

export interface RuleRow {
  id: string;
  program_id: string;
  rule_set_id: string;
  client_ref: string;
  name: string;
  description: string | null;
  condition: string;
  actions: ActionSource[];
  active_from: Date | null;
  active_to: Date | null;
  budgets: BudgetSource[];
  position: number;
  status: 'ACTIVE' | 'SUSPENDED' | 'ARCHIVED';
  stop_after_match: boolean;
  examples: ExampleSource[];
  version: number;
  rule_configuration_version: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export const RULE_COLUMNS = `r.id, r.program_id, r.rule_set_id, r.client_ref, r.name, r.description, r.condition, r.actions, r.active_from, r.active_to, r.budgets, r.position, r.status,
  r.stop_after_match, r.examples, r.version, p.rule_configuration_version, r.created_at, r.updated_at, r.deleted_at`;
const FROM = `rules r JOIN rule_sets s ON s.organization_id = r.organization_id AND s.id = r.rule_set_id
  JOIN programs p ON p.organization_id = r.organization_id AND p.id = r.program_id`;

interface RulesQuery extends PageRequest<'order' | 'created_at' | 'name'> {
  program_id?: string | undefined;
  rule_set_id?: string | undefined;
  status?: RuleRow['status'] | undefined;
  search?: string | undefined;
  include_archived: boolean;
}

/** The sort position of archived rules whose set was removed. */
const BEHIND_ALL_SETS = 2_147_483_647;

const RULES: KeysetList<RulesQuery['sort_by']> = {
  name: 'rules',
  select: { columns: RULE_COLUMNS, from: FROM },
  sorts: {
    order: [
      { sql: `coalesce(s.position, ${BEHIND_ALL_SETS})`, type: 'integer' },
      { sql: 'r.position', type: 'integer' },
    ],
    created_at: [{ sql: 'r.created_at', type: 'timestamptz' }],
    name: [{ sql: 'r.name', type: 'text' }],
  },
  id: { sql: 'r.id', type: 'uuid' },
};

export function listRuleRows(organizationId: string, query: RulesQuery): Promise<KeysetPage<RuleRow>> {
  return keysetPage<RuleRow, RulesQuery['sort_by']>(RULES, {
    organizationId,
    query: { ...query },
    where: [
      equals('r.organization_id', organizationId),
      ...(query.program_id === undefined ? [] : [equals('r.program_id', query.program_id)]),
      ...(query.rule_set_id === undefined ? [] : [equals('r.rule_set_id', query.rule_set_id)]),
      ...(query.search === undefined ? [] : [contains(['r.name'], query.search)]),
      ...statusFilter('r.status', query.status, query.include_archived),
    ],
  });
}

/** Active rules with a budget for their whole program. @param programId null: of all programs. */
export function listBudgetedRules(organizationId: string, programId: string | null): Promise<RuleRow[]> {
  return statement<RuleRow>(
    `SELECT ${RULE_COLUMNS} FROM ${FROM}
     WHERE r.organization_id = $1 AND ($2::uuid IS NULL OR r.program_id = $2) AND r.status = 'ACTIVE'
       AND EXISTS (SELECT 1 FROM json_array_elements(r.budgets) AS budget WHERE budget ->> 'scope' = 'PROGRAM')
     ORDER BY r.name, r.id`,
    [organizationId, programId],
  );
}

/** Those of the rules that are active, by name. */
export function listActiveRules(organizationId: string, ids: readonly string[]): Promise<Pick<RuleRow, 'id' | 'name' | 'version'>[]> {
  return statement(
    `SELECT id, name, version FROM rules WHERE organization_id = $1 AND id = ANY ($2::uuid[]) AND status = 'ACTIVE' ORDER BY name, id`,
    [organizationId, ids],
  );
}

/** What the sentences of rules are made of, archived ones included. */
export function listSpokenRules(
  organizationId: string,
  ids: readonly string[],
): Promise<Pick<RuleRow, 'id' | 'condition' | 'actions' | 'budgets' | 'stop_after_match' | 'active_from' | 'active_to'>[]> {
  return statement(
    `SELECT id, condition, actions, budgets, stop_after_match, active_from, active_to FROM rules WHERE organization_id = $1 AND id = ANY ($2::uuid[])`,
    [organizationId, ids],
  );
}

export async function findRule(organizationId: string, id: string): Promise<RuleRow | null> {
  const [row] = await statement<RuleRow>(`SELECT ${RULE_COLUMNS} FROM ${FROM} WHERE r.organization_id = $1 AND r.id = $2`, [
    organizationId,
    id,
  ]);
  return row ?? null;
}

/** The rule, locked until the transaction ends. Lock its program first: that serialises all changes of a configuration. */
export async function findRuleForUpdate(tx: Tx, organizationId: string, id: string): Promise<RuleRow | null> {
  const [row] = await tx.query<RuleRow>(`SELECT ${RULE_COLUMNS} FROM ${FROM} WHERE r.organization_id = $1 AND r.id = $2 FOR UPDATE OF r`, [
    organizationId,
    id,
  ]);
  return row ?? null;
}

export async function countLiveRules(tx: Tx, organizationId: string, ruleSetId: string): Promise<number> {
  const row = only(
    await tx.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM rules WHERE organization_id = $1 AND rule_set_id = $2 AND status <> 'ARCHIVED'`,
      [organizationId, ruleSetId],
    ),
  );
  return row.count;
}

/** Moves a set's live rules at positions `from` to `to`, inclusive, by `by` places. */
export async function shiftRules(
  tx: Tx,
  organizationId: string,
  ruleSetId: string,
  range: { from: number; to: number; by: 1 | -1 },
): Promise<void> {
  await tx.query(
    `UPDATE rules SET position = position + $5 WHERE organization_id = $1 AND rule_set_id = $2 AND status <> 'ARCHIVED' AND position BETWEEN $3 AND $4`,
    [organizationId, ruleSetId, range.from, range.to, range.by],
  );
}

export async function insertRule(tx: Tx, organizationId: string, row: RuleRow): Promise<void> {
  await tx.query(
    `INSERT INTO rules (id, organization_id, program_id, rule_set_id, name, description, condition, actions, active_from, active_to, position, status,
       stop_after_match, version, created_at, updated_at, deleted_at, budgets, client_ref, examples)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
    [
      row.id,
      organizationId,
      row.program_id,
      row.rule_set_id,
      row.name,
      row.description,
      row.condition,
      JSON.stringify(row.actions),
      row.active_from,
      row.active_to,
      row.position,
      row.status,
      row.stop_after_match,
      row.version,
      row.created_at,
      row.updated_at,
      row.deleted_at,
      JSON.stringify(row.budgets),
      row.client_ref,
      JSON.stringify(row.examples),
    ],
  );
}

/** Writes the mutable fields of a rule that the transaction has locked. */
export async function updateRuleRow(tx: Tx, organizationId: string, row: RuleRow): Promise<void> {
  await tx.query(
    `UPDATE rules SET name = $3, description = $4, condition = $5, actions = $6, active_from = $7, active_to = $8, position = $9, status = $10,
       stop_after_match = $11, version = $12, updated_at = $13, deleted_at = $14, budgets = $15, rule_set_id = $16, client_ref = $17, examples = $18
     WHERE organization_id = $1 AND id = $2`,
    [
      organizationId,
      row.id,
      row.name,
      row.description,
      row.condition,
      JSON.stringify(row.actions),
      row.active_from,
      row.active_to,
      row.position,
      row.status,
      row.stop_after_match,
      row.version,
      row.updated_at,
      row.deleted_at,
      JSON.stringify(row.budgets),
      row.rule_set_id,
      row.client_ref,
      JSON.stringify(row.examples),
    ],
  );
}

/** A rule's set and position. */
type RuleOrderRow = Pick<RuleRow, 'id' | 'rule_set_id' | 'position'>;

/** Moves rules to the given places; those already there are left untouched. */
export async function placeRules(tx: Tx, organizationId: string, places: readonly RuleOrderRow[]): Promise<void> {
  await tx.query(
    `UPDATE rules r SET rule_set_id = placed.rule_set_id, position = placed.position
     FROM unnest($2::uuid[], $3::uuid[], $4::int[]) AS placed (id, rule_set_id, position)
     WHERE r.organization_id = $1 AND r.id = placed.id AND (r.rule_set_id, r.position) <> (placed.rule_set_id, placed.position)`,
    [organizationId, places.map(({ id }) => id), places.map((place) => place.rule_set_id), places.map(({ position }) => position)],
  );
}
