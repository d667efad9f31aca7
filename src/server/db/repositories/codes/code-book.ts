/**
 * Loads the codes that the events of a batch name, with what decides whether they can be used. Batches and codes with a limit are locked until the
 * transaction ends, in one order, where much of what is left could be taken: of plenty, whatever others take meanwhile, each decides the same.
 * Nothing is asked of the database for events without codes.
 */
import { CodeBook, noCodes, type CodeBatchFacts, type CodeFacts } from '@/domain/codes/book';
import { canBeCode, normalizedCode } from '@/domain/codes/text';
import { CODE_CONDITION_ROOTS } from '@/domain/rules/activation';
import { PORTIONS } from '@/domain/rules/escrow';
import { compileCondition, type CompiledCondition } from '@/domain/rules/condition';
import type { CompiledExpression } from '@/domain/rules/expression';
import type { Tx } from '@/server/db/transaction';
import { loadAttempts } from './code-attempts';
import type { CodeBatchRow } from './code-batches';

/** Codes that an event names, as they were sent. */
export interface NamedCodes {
  readonly participantId: string | null;
  readonly codes: readonly string[];
}

interface LoadedCodes {
  readonly book: CodeBook;
  /** The conditions of the batches, for which state has to be loaded. */
  readonly conditions: readonly CompiledExpression[];
}

interface CodeScope {
  readonly organizationId: string;
  readonly programId: string;
  readonly now: Date;
  /** Whether whatever has a limit is locked, plenty too. */
  readonly locksMeans: boolean;
}

const NAMED = `unnest($3::text[]) AS asked (code) JOIN codes c ON c.organization_id = $1 AND c.program_id = $2 AND c.code = asked.code`;
const LOCK_BATCHES = `
  SELECT 1 FROM (SELECT DISTINCT c.batch_id FROM ${NAMED}) AS named
  JOIN code_batches b ON b.organization_id = $1 AND b.id = named.batch_id WHERE b.max_total - b.redeemed_count < $4 ORDER BY b.id FOR NO KEY UPDATE OF b`;
const LOCK_CODES = `SELECT 1 FROM ${NAMED} WHERE c.max_uses - c.used < $4 ORDER BY c.code FOR NO KEY UPDATE OF c`;
/** More than any limit that has a number. */
const ALL = Number.MAX_SAFE_INTEGER;
const READ = `
  SELECT c.code, c.batch_id, c.status AS code_status, c.max_uses, c.used, b.key, b.campaign_id, b.status, b.max_total, b.max_per_participant, b.active_from, b.active_to,
    b.condition, b.exclusive_group, b.priority, b.redeemed_count
  FROM ${NAMED} JOIN code_batches b ON b.organization_id = $1 AND b.id = c.batch_id`;
const READ_USES = `
  SELECT named.batch_id, person.id AS participant_id, taken.uses
  FROM (SELECT DISTINCT c.batch_id FROM ${NAMED}) AS named
  JOIN code_batches b ON b.organization_id = $1 AND b.id = named.batch_id AND b.max_per_participant IS NOT NULL
  CROSS JOIN (SELECT DISTINCT unnest($4::uuid[]) AS id) AS person
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS uses FROM code_redemptions r
    WHERE r.organization_id = $1 AND r.batch_id = named.batch_id AND r.participant_id = person.id AND r.status <> 'RETURNED'
  ) AS taken WHERE taken.uses > 0`;

type BatchTerms = Pick<
  CodeBatchRow,
  | 'key'
  | 'campaign_id'
  | 'status'
  | 'max_total'
  | 'max_per_participant'
  | 'active_from'
  | 'active_to'
  | 'condition'
  | 'exclusive_group'
  | 'priority'
  | 'redeemed_count'
>;

interface CodeRow extends BatchTerms {
  code: string;
  batch_id: string;
  code_status: 'ACTIVE' | 'VOID';
  max_uses: number | null;
  used: number;
}

export async function loadCodeBook(
  tx: Tx,
  { organizationId, programId, now, locksMeans }: CodeScope,
  named: readonly NamedCodes[],
): Promise<LoadedCodes> {
  const asked = [...new Set(named.flatMap(({ codes }) => codes.map(normalizedCode)))].filter(canBeCode).sort();
  if (named.every(({ codes }) => codes.length === 0)) return { book: noCodes(), conditions: [] };
  const people = [...new Set(named.flatMap(({ participantId }) => participantId ?? []))];
  const values = [organizationId, programId, asked];
  const scarce = locksMeans ? ALL : PORTIONS * named.reduce((sum, { codes }) => sum + codes.length, 0);
  // Sent in this order over one connection, each statement sees what those before it have locked.
  const [, , rows, uses, attemptsLeft] = await Promise.all([
    tx.query(LOCK_BATCHES, [...values, scarce]),
    tx.query(LOCK_CODES, [...values, scarce]),
    tx.query<CodeRow>(READ, values),
    tx.query<{ batch_id: string; participant_id: string; uses: number }>(READ_USES, [...values, people]),
    loadAttempts(tx, organizationId, people, now),
  ]);
  const batches = new Map(rows.map((row) => [row.batch_id, batchOf(row)]));
  const codes = new Map(rows.map((row) => [row.code, codeOf(row)]));
  const usedBy = new Map(uses.map((row) => [`${row.batch_id}/${row.participant_id}`, row.uses]));
  const conditions = [...batches.values()].flatMap(({ condition }) => condition?.expression ?? []);
  return { book: new CodeBook(codes, batches, usedBy, attemptsLeft), conditions };
}

const codeOf = (row: CodeRow): CodeFacts => ({
  code: row.code,
  batchId: row.batch_id,
  isVoid: row.code_status === 'VOID',
  maxUses: row.max_uses,
  used: row.used,
});

const batchOf = (row: CodeRow): CodeBatchFacts => ({
  id: row.batch_id,
  key: row.key,
  campaignId: row.campaign_id,
  status: row.status,
  maxTotal: row.max_total,
  maxPerParticipant: row.max_per_participant,
  activeFrom: row.active_from,
  activeTo: row.active_to,
  condition: row.condition === null ? null : compiled(row.condition),
  exclusiveGroup: row.exclusive_group,
  priority: row.priority,
  redeemedCount: row.redeemed_count,
});

const MAX_REMEMBERED_CONDITIONS = 1_000;
const conditions = new Map<string, CompiledCondition>();

/** Compiled once: a batch has the same condition for all of its codes. */
function compiled(source: string): CompiledCondition {
  const known = conditions.get(source);
  if (known) return known;
  const made = compileCondition(source, CODE_CONDITION_ROOTS);
  if (conditions.size >= MAX_REMEMBERED_CONDITIONS) conditions.clear();
  conditions.set(source, made);
  return made;
}
