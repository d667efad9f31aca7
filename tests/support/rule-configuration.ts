/** Sets up a program whose whole rule configuration is read and replaced through the API. */
import { expect } from 'vitest';
import type { RuleConfigurationResource, RuleConfigurationChange } from '@/contract/rule-configuration';
import type { AnyBody, Answer } from './api';
import { programWithAsset, type TestProgram } from './programs';

export interface Configured extends TestProgram {
  readonly path: string;
  read(): Promise<RuleConfigurationResource>;
  /** Puts the rule sets, based on the current version unless `more` names another. */
  put(rule_sets: unknown[], more?: object): Promise<Answer<AnyBody>>;
  /** Puts the rule sets; must succeed. */
  change(rule_sets: unknown[], more?: object): Promise<RuleConfigurationChange>;
  credit(amount: string): object;
}

export async function configured(settings: Parameters<typeof programWithAsset>[0] = {}): Promise<Configured> {
  const made = await programWithAsset(settings);
  const path = `/programs/${made.program.id}/rules/configuration`;
  const read = async () => (await made.api.get<RuleConfigurationResource>(path)).body;
  const put = async (rule_sets: unknown[], more = {}) =>
    made.api.put<AnyBody>(path, { expected_rule_configuration_version: (await read()).rule_configuration_version, rule_sets, ...more });
  const change = async (rule_sets: unknown[], more = {}) => {
    const { status, body } = await put(rule_sets, more);
    expect([status, status === 200 ? null : body]).toEqual([200, null]);
    return body as unknown as RuleConfigurationChange;
  };
  return { ...made, path, read, put, change, credit: (amount) => ({ type: 'CREDIT', asset_id: made.asset.id, amount }) };
}

/** The number of rules and sets a change creates, updates, archives and moves. */
export const sizes = ({ diff }: Pick<RuleConfigurationChange, 'diff'>) => ({
  created: diff.created.length,
  updated: diff.updated.length,
  archived: diff.archived.length,
  moved: diff.moved.length,
});
export const NOTHING = { created: 0, updated: 0, archived: 0, moved: 0 };
