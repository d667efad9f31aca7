/** Changes of rules that wait to be published: a richer rule, one that ends, and a new one. */
import type { ChangeSet } from '@/contract/change-set';
import type { Rule } from '@/contract/rule';
import type { Backend } from './backend';
import type { Programs } from './programs';

/** @returns the id of the change set. */
export async function prepareChanges(api: Backend, { club, points }: Programs): Promise<string> {
  const { data } = await api.get<{ data: Rule[] }>(`/rules?program_id=${club}&status=ACTIVE`);
  const [richer, ended] = data.filter(({ condition }) => condition.includes('"purchase"'));
  if (!richer || !ended) throw new Error('The program has too few rules to change.');
  const referral = {
    name: 'Bring a friend',
    condition: 'event.type == "referral"',
    actions: [{ type: 'CREDIT', asset_id: points, amount: '500' }],
  };
  const { id } = await api.post<ChangeSet>(`/programs/${club}/change-sets`, {
    name: 'Summer campaign',
    note: 'Agreed with the shops in May. Ends again in September.',
    changes: [
      {
        type: 'UPDATE_RULE',
        id: richer.id,
        rule: { name: `${richer.name} of the summer`, condition: `${richer.condition} && event.amount > 2` },
      },
      { type: 'UPDATE_RULE', id: ended.id, rule: { status: 'SUSPENDED' } },
      { type: 'CREATE_RULE', rule: referral },
    ],
  });
  return id;
}
