/** Sets up tests of challenges: a shop whose customers drink coffee, and challenges made through the API. */
import type { Challenge } from '@/contract/challenge';
import type { ChallengeCompletion, ParticipantBadge, ParticipantChallenge } from '@/contract/challenge-progress';
import { statement } from '@/server/db/transaction';
import { processDueEvents } from './jobs';
import { till, type TestTill } from './decisions';

type Body = Record<string, unknown>;

export interface TestChallenges extends TestTill {
  /** Creates one that is ACTIVE, a card of three coffees unless `body` says otherwise; expects 201. */
  challenge(body?: Body): Promise<Challenge>;
  /** Sends an event of ada of this type, and processes everything that is due. */
  happens(type: string, data?: Body, event?: Body): Promise<void>;
  /** The progress of ada, or of somebody else, in the only challenge. */
  progress(who?: string): Promise<ParticipantChallenge>;
  completions(query?: string): Promise<ChallengeCompletion[]>;
  badges(who?: string): Promise<ParticipantBadge[]>;
  /** The SYSTEM events about challenges, oldest first. */
  told(): Promise<Body[]>;
}

export async function challenges(settings: Parameters<typeof till>[0] = {}): Promise<TestChallenges> {
  const club = await till({ balance: '0', ...settings });
  const { api, program } = club;
  const must = async <T>(answer: Promise<{ status: number; body: T }>, expected: number): Promise<T> => {
    const { status, body } = await answer;
    if (status !== expected) throw new Error(`expected ${expected}, got ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    ...club,
    challenge: (body) =>
      must(
        api.post<Challenge>('/challenges', {
          program_id: program.id,
          key: 'coffee-card',
          name: 'Coffee card',
          status: 'ACTIVE',
          goal: { type: 'COUNT', target: 3, match: { event_types: ['coffee'] } },
          ...body,
        }),
        201,
      ),
    happens: async (type, data = {}, event = {}) => {
      await club.send({ event_data: { type, ...data }, ...event });
      await processDueEvents(club.id);
    },
    progress: async (who = 'ada') => {
      const { data } = await must(api.get<{ data: ParticipantChallenge[] }>(`/participants/ext:${who}/challenges`), 200);
      const [only] = data;
      if (data.length !== 1 || !only) throw new Error(`${data.length} challenges, not one`);
      return only;
    },
    completions: async (query = '') =>
      (await must(api.get<{ data: ChallengeCompletion[] }>(`/challenge-completions?limit=100&sort_dir=asc${query}`), 200)).data,
    badges: async (who = 'ada') => (await must(api.get<{ data: ParticipantBadge[] }>(`/participants/ext:${who}/badges`), 200)).data,
    told: async () =>
      (
        await statement<{ event_data: Body }>(
          `SELECT event_data FROM events WHERE organization_id = $1 AND event_data ->> 'type' LIKE 'challenge.%' ORDER BY id`,
          [club.id],
        )
      ).map(({ event_data }) => event_data),
  };
}
