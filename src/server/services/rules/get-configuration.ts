/** Reads a program's rule configuration, as records with the state of their budgets or in the form that changes are compared in. */
import { DomainError } from '@/domain/errors';
import type { Configuration } from '@/domain/rules/configuration';
import type { Ctx } from '@/server/platform/context';
import { readConfigurationRows, type ConfigurationRows } from '@/server/db/repositories/rules/rule-configuration-records';
import type { RuleSetRow } from '@/server/db/repositories/rules/rule-sets';
import type { RuleRow } from '@/server/db/repositories/rules/rules';
import { autocommit, type Tx } from '@/server/db/transaction';
import { ruleRecords, type RuleRecord } from './rules';

export interface ConfigurationRecord {
  readonly programId: string;
  readonly version: number;
  readonly sets: readonly { readonly row: RuleSetRow; readonly rules: readonly RuleRecord[] }[];
}

/**
 * @param tx the transaction that changed it, if not yet committed.
 * @throws DomainError not_found.
 */
export async function getConfiguration(ctx: Ctx, programId: string, tx: Pick<Tx, 'query'> = autocommit): Promise<ConfigurationRecord> {
  const { version, sets } = await configurationRows(ctx, programId, tx);
  const records = await ruleRecords(
    ctx,
    sets.flatMap(({ rules }) => rules),
    tx,
  );
  const bySet = Map.groupBy(records, ({ row }) => row.rule_set_id);
  return { programId, version, sets: sets.map((row) => ({ row, rules: bySet.get(row.id) ?? [] })) };
}

/** @throws DomainError not_found. */
export async function configurationRows(ctx: Ctx, programId: string, tx: Pick<Tx, 'query'> = autocommit): Promise<ConfigurationRows> {
  const rows = await readConfigurationRows(tx, ctx.organization.id, programId);
  if (!rows) throw new DomainError('not_found', 'There is no such program in your organization.', { param: 'id' });
  return rows;
}

export function configurationOf({ sets }: ConfigurationRows): Configuration {
  return sets.map(({ id, client_ref, key, name, campaign, rules }) => ({
    id,
    client_ref,
    key,
    name,
    campaign,
    rules: rules.map(configuredRule),
  }));
}

/** The status of a rule that is part of a configuration, hence not archived. */
export const liveStatus = ({ status }: RuleRow): 'ACTIVE' | 'SUSPENDED' => (status === 'SUSPENDED' ? 'SUSPENDED' : 'ACTIVE');

const configuredRule = (row: RuleRow): Configuration[number]['rules'][number] => ({
  id: row.id,
  client_ref: row.client_ref,
  name: row.name,
  description: row.description,
  condition: row.condition,
  actions: row.actions,
  budgets: row.budgets,
  active_from: row.active_from?.toISOString() ?? null,
  active_to: row.active_to?.toISOString() ?? null,
  status: liveStatus(row),
  stop_after_match: row.stop_after_match,
  examples: row.examples,
});
