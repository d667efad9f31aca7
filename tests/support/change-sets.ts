/** Sets up tests of change sets: a program with live rules, and what is asked of its sets. */
import type { ChangeSet, ChangeSetDiff } from '@/contract/change-set';
import type { Rule } from '@/contract/rule';
import type { RuleConfigurationResource } from '@/contract/rule-configuration';
import type { Answer, AnyBody } from './api';
import { programWithAsset, type TestProgram } from './programs';

type Answered = Answer<ChangeSet & AnyBody>;

export interface Drafting extends TestProgram {
  /** Begins a set; expects 201. */
  begin(changes: readonly object[], more?: object): Promise<ChangeSet>;
  read(id: string): Promise<ChangeSet>;
  diff(id: string): Promise<ChangeSetDiff>;
  edit(id: string, body: object): Promise<Answered>;
  /** `publish`, `rebase`, `revert` or `cancel-schedule`. */
  ask(id: string, what: string, body?: object): Promise<Answered>;
  rule(id: string): Promise<Rule>;
  configuration(): Promise<RuleConfigurationResource>;
  credit(amount: string): object;
}

export async function drafting(settings: Parameters<typeof programWithAsset>[0] = {}): Promise<Drafting> {
  const made = await programWithAsset(settings);
  const { api, program, asset } = made;
  return {
    ...made,
    begin: async (changes, more = {}) => {
      const { status, body } = await api.post<ChangeSet>(`/programs/${program.id}/change-sets`, { name: 'Summer', changes, ...more });
      if (status !== 201) throw new Error(`the change set could not be begun: ${JSON.stringify(body)}`);
      return body;
    },
    read: async (id) => (await api.get<ChangeSet>(`/change-sets/${id}`)).body,
    diff: async (id) => (await api.get<ChangeSetDiff>(`/change-sets/${id}/diff`)).body,
    edit: (id, body) => api.patch(`/change-sets/${id}`, body),
    ask: (id, what, body = {}) => api.post(`/change-sets/${id}/${what}`, body),
    rule: async (id) => (await api.get<Rule>(`/rules/${id}`)).body,
    configuration: async () => (await api.get<RuleConfigurationResource>(`/programs/${program.id}/rules/configuration`)).body,
    credit: (amount) => ({ type: 'CREDIT', asset_id: asset.id, amount }),
  };
}
