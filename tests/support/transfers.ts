/** Sets up transfer tests: a program with ada, bob and cyd enrolled, a group, and a call that transfers between them. */
import type { BalanceRow } from '@/contract/balance';
import type { GroupDetail } from '@/contract/group';
import type { ParticipantDetail } from '@/contract/participant';
import type { Transfer } from '@/contract/transfer';
import type { Answer, AnyBody } from './api';
import { ledger, type TestLedger } from './ledger';

export interface TransferLedger extends TestLedger {
  /** Ids by name: ada, bob, cyd. */
  readonly people: Readonly<Record<'ada' | 'bob' | 'cyd', string>>;
  readonly group: GroupDetail;
  /** Transfers 3 from ada to bob under a new key, unless `body` says otherwise; undefined omits a field. */
  transfer(body?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer<Transfer & AnyBody>>;
  /** Transfers; must succeed. */
  move(body?: Record<string, unknown>): Promise<Transfer>;
  /** Credits any holder: `participants/ext:bob`, `groups/{id}`. */
  credit(holder: string, amount: string, more?: Record<string, unknown>): Promise<void>;
  /** AVAILABLE balance in the first asset. */
  availableOf(holder: string): Promise<string>;
}

let keys = 0;

export async function transferLedger(settings: Parameters<typeof ledger>[0] = {}): Promise<TransferLedger> {
  const club = await ledger(settings);
  const { api, program, asset } = club;
  const enroll = async (external_id: string) =>
    (await api.post<ParticipantDetail>('/participants', { external_id, program_id: program.id })).body.id;
  const people = { ada: await enroll('ada'), bob: await enroll('bob'), cyd: await enroll('cyd') };
  const { body: group } = await api.post<GroupDetail>('/groups', {
    name: 'Team',
    members: [{ participant_id: people.cyd, role: 'ADMIN' }],
  });
  const transfer: TransferLedger['transfer'] = (body = {}, headers) =>
    api.post(
      '/transfers',
      {
        program_id: program.id,
        asset_id: asset.id,
        source_external_id: 'ada',
        recipients: [{ external_id: 'bob', amount: '3' }],
        idempotency_key: `transfer-${(keys += 1)}`,
        ...body,
      },
      headers,
    );
  return {
    ...club,
    people,
    group,
    transfer,
    move: async (body) => {
      const answer = await transfer(body);
      if (answer.status !== 201) throw new Error(`the transfer failed: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    credit: async (holder, amount, more = {}) => {
      const body = { program_id: program.id, asset_id: asset.id, type: 'CREDIT', amount, description: 'Test', ...more };
      const { status } = await api.post(`/${holder}/balances/adjust`, body);
      if (status !== 200) throw new Error(`${holder} could not be credited`);
    },
    availableOf: async (holder) => {
      const { body } = await api.get<{ data: BalanceRow[] }>(`/${holder}/balances?asset_id=${asset.id}`);
      return body.data[0]?.available ?? '0.00';
    },
  };
}

/** A transfer ledger in which ada has 10. */
export async function stockedTransferLedger(settings: Parameters<typeof ledger>[0] = {}): Promise<TransferLedger> {
  const club = await transferLedger(settings);
  await club.credit('participants/ext:ada', '10');
  return club;
}
