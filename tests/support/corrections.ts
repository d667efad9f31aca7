/** Sets up correction tests: a club whose rule granted too much, a plan of what it should have granted, and posting that plan. */
import type { Correction, CorrectionLine } from '@/contract/correction';
import { postCorrections } from '@/server/services/corrections/post-corrections';
import type { Answer, AnyBody } from './api';
import { backtest, clockOf } from './backtests';
import { REAL_TIME } from './proof';
import { shop, type TestShop } from './redemptions';

const NEVER = new AbortController().signal;

export interface WrongClub extends Omit<TestShop, 'act' | 'read'> {
  readonly window: { readonly from: string; readonly to: string };
  /** The id of a participant. */
  idOf(externalId: string): Promise<string>;
  /** Id of a completed backtest with rules that grant `amount` per purchase. */
  triedWith(amount: string): Promise<string>;
  /** A correction planned from a backtest with rules that grant `amount`. */
  plan(amount: string, body?: Record<string, unknown>): Promise<Correction>;
  ask(body: Record<string, unknown>): Promise<Answer<Correction & AnyBody>>;
  act(verb: 'approve' | 'retry' | 'cancel', correction: Pick<Correction, 'id'>): Promise<Answer<Correction & AnyBody>>;
  read(correction: Pick<Correction, 'id'>): Promise<Correction>;
  lines(correction: Pick<Correction, 'id'>, query?: string): Promise<CorrectionLine[]>;
}

/** @param people external ids; each makes one purchase and gets 20 for it. */
export async function wrongClub(people: readonly string[], settings: Parameters<typeof shop>[0] = {}): Promise<WrongClub> {
  const club = await shop({ balance: '0', ...settings });
  const { api, program, asset } = club;
  if (settings.issuance_policy === 'PREFUNDED') await club.wallet('fund', { amount: String(people.length * 30) });
  await club.addRule({ name: 'Too much', condition: 'event.type == "buy"', amount: '20' });
  const from = await clockOf(api);
  for (const external_id of people) await club.send({ external_id, event_data: { type: 'buy' } });
  await club.advance('1h');
  const window = { from, to: await clockOf(api) };
  const rules = (amount: string) => [
    { client_ref: 'right', name: 'Right', condition: 'event.type == "buy"', actions: [{ type: 'CREDIT', asset_id: asset.id, amount }] },
  ];
  const path = `/programs/${program.id}/corrections`;
  const must = async <T>(answer: Promise<Answer<T>>): Promise<T> => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const ask: WrongClub['ask'] = (body) => api.post(path, { description: 'The rule gave too much', shortfall_policy: 'PARTIAL', ...body });
  const triedWith = async (amount: string): Promise<string> => {
    const configuration = { rule_sets: [{ key: 'default', name: 'Default', rules: rules(amount) }] };
    return (await backtest(api, program.id, { ...window, configuration })).id;
  };
  return {
    ...club,
    window,
    idOf: async (externalId) => (await must(api.get<{ id: string }>(`/participants/ext:${externalId}`))).id,
    triedWith,
    ask,
    plan: async (amount, body) => must(ask({ backtest_id: await triedWith(amount), ...body })),
    act: (verb, { id }) => api.post(`${path}/${id}/${verb}`),
    read: ({ id }) => must(api.get<Correction>(`${path}/${id}`)),
    lines: async ({ id }, query = '') => (await must(api.get<{ data: CorrectionLine[] }>(`${path}/${id}/lines${query}`))).data,
  };
}

/** Posts one batch of whatever is approved. @param limit lines per transaction. */
export const postSome = (limit = 200) => postCorrections({ clock: REAL_TIME, limit, signal: NEVER });

/** Posts all that is approved. */
export async function postAll(limit?: number): Promise<void> {
  while ((await postSome(limit)).more);
}
