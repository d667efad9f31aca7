/** What a manager does now and then: members of another program brought over from a file, and months closed. */
import type { Asset } from '@/contract/asset';
import type { LedgerPeriod } from '@/contract/ledger-period';
import { until, type Backend } from './backend';
import type { Programs } from './programs';

/** Longer than a month must be over before it can be closed. */
const SETTLED_MS = 120_000;

/** Members of an older program with what they had there; one line has a mistake. @returns the id of the import. */
export async function bringMembers(api: Backend, { club, points }: Programs): Promise<string> {
  const { symbol } = await api.get<Asset>(`/assets/${points}`);
  const members = ['Aino Laine', 'Pavel Dvorak', 'Noor Haddad'].map((name, index) => {
    const [first = '', last = ''] = name.split(' ');
    return [`old-${4_100 + index}`, `${first.toLowerCase()}@example.com`, first, last, symbol, `${(index + 1) * 150}`].join(',');
  });
  const header = 'external_id,email,first_name,last_name,asset_symbol,opening_balance';
  const file = [header, ...members, `old-4103,no address,Ida,Berg,${symbol},90`].join('\r\n');
  return (await api.upload<{ id: string }>(`/imports/participants?program_id=${club}&file_name=members.csv`, `${file}\r\n`)).id;
}

/** Closes the books at the end of the last month that is over. @returns the id of the period. */
export async function closeYear(api: Backend): Promise<string> {
  const { now } = await api.get<{ now: string }>('/sandbox/clock');
  const to = new Date(Date.parse(now) - SETTLED_MS);
  to.setUTCDate(1);
  to.setUTCHours(0, 0, 0, 0);
  const { id } = await api.post<LedgerPeriod>('/ledger-periods', { to: to.toISOString(), description: 'Up to the last month' });
  await until('The month is closed', async () => (await api.get<LedgerPeriod>(`/ledger-periods/${id}`)).status === 'CLOSED');
  return id;
}
