/** What a change of the rules would have done: a backtest of a purchase that earns a fifth more. */
import type { Backtest } from '@/contract/backtest';
import type { RuleConfigurationResource } from '@/contract/rule-configuration';
import { until, type Backend } from './backend';
import type { Programs } from './programs';

/** @param from where the window begins, which ends at the present of the organization. @returns the id of the backtest, once it is done. */
export async function tryDraft(api: Backend, { club }: Programs, from: (now: number) => number): Promise<string> {
  const { rule_sets } = await api.get<RuleConfigurationResource>(`/programs/${club}/rules/configuration`);
  const raised = JSON.parse(JSON.stringify(rule_sets).replace('"{{ event.amount }}"', '"{{ event.amount * 1.2 }}"')) as object[];
  const { now } = await api.get<{ now: string }>('/sandbox/clock');
  const window = { from: new Date(from(Date.parse(now))).toISOString(), to: now };
  const { id } = await api.post<Backtest>(`/programs/${club}/backtests`, { ...window, configuration: { rule_sets: raised } });
  const read = () => api.get<Backtest>(`/programs/${club}/backtests/${id}`);
  await until('The backtest is done', async () => (await read()).status === 'COMPLETED');
  return id;
}

/** The plan by which everybody gets what the draft would have given. @returns its id. */
export async function planCorrection(api: Backend, { club }: Programs, backtest: string): Promise<string> {
  const plan = { backtest_id: backtest, description: 'A fifth more for purchases of the last month', shortfall_policy: 'PARTIAL' };
  return (await api.post<{ id: string }>(`/programs/${club}/corrections`, plan)).id;
}
