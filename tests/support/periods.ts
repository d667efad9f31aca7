/** Closes the books up to an instant and waits until it is done, for tests of period close. */
import type { LedgerPeriod, PeriodBalanceRow, PeriodFiguresRow } from '@/contract/ledger-period';
import { closePeriods } from '@/server/services/ledger/periods';
import type { Answer, AnyBody, Api } from './api';
import { walked } from './listing';
import { REAL_TIME } from './proof';

/** Small, so that most books take several pages. */
const PAGE = 3;

const NEVER = new AbortController().signal;

export const askToClose = (api: Api, to: string, rest: Record<string, unknown> = {}): Promise<Answer<LedgerPeriod & AnyBody>> =>
  api.post('/ledger-periods', { to, ...rest });

/** Processes the periods being closed, of any organization. */
export const drawUpPeriods = () => closePeriods({ clock: REAL_TIME, limit: 200, signal: NEVER });

/** Closes the books up to `to` and reads the period back. */
export async function closeBooks(api: Api, to: string): Promise<LedgerPeriod> {
  const { status, body } = await askToClose(api, to);
  if (status !== 201) throw new Error(`a period was answered ${status}: ${JSON.stringify(body)}`);
  for (;;) {
    await drawUpPeriods();
    const { body: period } = await api.get<LedgerPeriod>(`/ledger-periods/${body.id}`);
    if (period.status !== 'CLOSING') return period;
  }
}

export const figuresOf = (api: Api, { id }: Pick<LedgerPeriod, 'id'>): Promise<PeriodFiguresRow[]> =>
  walked(api, `/ledger-periods/${id}/figures`, PAGE);

export const balancesOf = (api: Api, { id }: Pick<LedgerPeriod, 'id'>): Promise<PeriodBalanceRow[]> =>
  walked(api, `/ledger-periods/${id}/trial-balance`, PAGE);
