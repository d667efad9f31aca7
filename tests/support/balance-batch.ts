/** Sends balance operations in one request, or each alone to its single route, from the same description of them. */
import type { BalanceBatchResult } from '@/contract/balance-batch';
import type { Answer, AnyBody, Api } from './api';

/** An operation of a batch as it is sent. */
export type Sent = Readonly<Record<string, unknown>> & { readonly operation: string };

type Headers = Readonly<Record<string, string>>;

export const sendBatch = (api: Api, operations: readonly unknown[], more: object = {}, headers?: Headers) =>
  api.post<BalanceBatchResult & AnyBody>('/balances/batch', { operations, ...more }, headers);

/** The results of a batch that is answered with 200. */
export async function resultsOf(api: Api, operations: readonly unknown[], more: object = {}): Promise<BalanceBatchResult['results']> {
  const { status, body } = await sendBatch(api, operations, more);
  if (status !== 200) throw new Error(`the batch was refused: ${JSON.stringify(body)}`);
  return body.results;
}

/** What became of each: `done`, or its error code. */
export const codesOf = (results: BalanceBatchResult['results']): string[] => results.map(({ error }) => error?.code ?? 'done');

const ROUTES: Readonly<Record<string, string>> = {
  ADJUST: 'adjust',
  SETTLE: 'adjust',
  HOLD: 'hold',
  RELEASE: 'release',
  FORFEIT: 'forfeit',
  VOID_HOLD: 'void-hold',
};

/** Sends one operation to the route that it has alone. */
export function sendAlone(api: Api, { operation, participant_id, external_id, group_id, ...body }: Sent): Promise<Answer<AnyBody>> {
  const holder =
    group_id === undefined ? `participants/${external_id === undefined ? String(participant_id) : `ext:${String(external_id)}`}` : null;
  const settles = operation === 'SETTLE' ? { type: 'CREDIT' } : {};
  return api.post(`/${holder ?? `groups/${String(group_id)}`}/balances/${ROUTES[operation]}`, { ...body, ...settles });
}
