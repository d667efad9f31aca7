/** Sets up tests of referrals: a till with a referral program, whose participants bring friends through the API. */
import { randomUUID } from 'node:crypto';
import type { Referral, ReferralCode } from '@/contract/referral';
import type { ReferralProgram } from '@/contract/referral-program';
import { statement } from '@/server/db/transaction';
import type { Answer, AnyBody } from './api';
import { till, type TestTill } from './decisions';
import { processDueEvents } from './jobs';

type Body = Record<string, unknown>;

export interface TestReferrals extends TestTill {
  /** Friends qualify with a purchase of 20 or more unless `settings` said otherwise. */
  readonly friends: ReferralProgram;
  /** Creates another referral program; must succeed. */
  referralProgram(body?: Body): Promise<ReferralProgram>;
  update(body: Body): Promise<Answer<ReferralProgram & AnyBody>>;
  /** The code of a participant, who is made if need be. */
  codeOf(externalId: string, body?: Body): Promise<ReferralCode>;
  /** Binds a friend. */
  bring(externalId: string, code: string, body?: Body): Promise<Answer<Referral & AnyBody>>;
  /** The same; must succeed. */
  brought(externalId: string, code: string): Promise<Referral>;
  referral(referral: Pick<Referral, 'id'>): Promise<Referral>;
  referrals(query?: string): Promise<Referral[]>;
  cancel(referral: Pick<Referral, 'id'>, reason?: string): Promise<Answer<Referral & AnyBody>>;
  /** Sends purchases and processes them and what follows. */
  buy(externalId: string, body?: Body): Promise<void>;
  /** The data of the events of a name about referrals, in the order in which they were made. */
  told(name: string): Promise<Body[]>;
}

export async function referrals(terms: Body = {}, settings: Parameters<typeof till>[0] = {}): Promise<TestReferrals> {
  const club = await till({ balance: '0', ...settings });
  const { api, program } = club;
  const must = async <T>(answer: Promise<Answer<T>>, ...expected: number[]): Promise<T> => {
    const { status, body } = await answer;
    if (!expected.includes(status)) throw new Error(`expected ${expected.join()}, got ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const referralProgram: TestReferrals['referralProgram'] = (body) =>
    must(
      api.post<ReferralProgram>('/referral-programs', {
        program_id: program.id,
        key: 'friends',
        name: 'Bring a friend',
        qualifies: { event_types: ['purchase'], condition: 'event.amount >= 20' },
        ...body,
      }),
      201,
    );
  const friends = await referralProgram(terms);
  const bring: TestReferrals['bring'] = (external_id, code, body) =>
    api.post('/referrals', { program_id: program.id, code, external_id, ...body });
  return {
    ...club,
    friends,
    referralProgram,
    update: (body) => api.patch(`/referral-programs/${friends.id}`, body),
    codeOf: async (externalId, body) => {
      await must(api.post('/participants', { external_id: externalId }), 200, 201);
      return must(
        api.post<ReferralCode>(`/participants/ext:${externalId}/referral-codes`, { referral_program_id: friends.id, ...body }),
        200,
        201,
      );
    },
    bring,
    brought: (externalId, code) => must(bring(externalId, code), 201),
    referral: ({ id }) => must(api.get<Referral>(`/referrals/${id}`), 200),
    referrals: async (query = '') => (await must(api.get<{ data: Referral[] }>(`/referrals?limit=200${query}`), 200)).data,
    cancel: ({ id }, reason = 'Returned') => api.post(`/referrals/${id}/cancel`, { reason }),
    buy: async (external_id, body) => {
      await club.send({ external_id, idempotency_key: randomUUID(), event_data: { type: 'purchase', amount: 50 }, ...body });
      await processDueEvents(club.id);
    },
    told: async (name) =>
      (
        await statement<{ event_data: Body; external_id: string }>(
          `SELECT event_data, external_id FROM events WHERE organization_id = $1 AND event_data ->> 'type' = $2 ORDER BY id`,
          [club.id, name],
        )
      ).map(({ event_data, external_id }) => ({ ...event_data, about: external_id })),
  };
}
