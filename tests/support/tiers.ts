/** Sets up tier tests: a sandbox program with a tier, and a participant in it. */
import { onTestFinished } from 'vitest';
import type { ParticipantDetail, TierMembershipResource } from '@/contract/participant';
import type { TierResource } from '@/contract/tier';
import { clockJob } from '@tests/support/clock-jobs';
import type { Answer, AnyBody } from './api';
import { performDue } from './jobs';
import { envelopes } from './ledger';
import { programWithAsset, type TestProgram } from './programs';
import { startReceiver } from './receiver';

/** A level reached at `threshold` points, or another counter. */
export const level = (key: string, rank: number, threshold: number | string, counter = 'points') => ({
  key,
  rank,
  qualification: { mode: 'ALL', criteria: [{ counter, operator: 'GTE', threshold }] },
});

export const LEVELS = [level('silver', 1, 100), level('gold', 2, 1000), level('platinum', 3, 5000)];

export interface TestTier extends TestProgram {
  readonly participant: ParticipantDetail;
  /** Path of the participant. */
  readonly path: string;
  readonly tierPath: string;
  createTier(tier?: Record<string, unknown>): Promise<Answer<TierResource & AnyBody>>;
  patchTier(change: unknown): Promise<Answer<TierResource & AnyBody>>;
  earn(points: number | string, counter?: string): Promise<Answer<AnyBody>>;
  place(body: Record<string, unknown>, tier?: string): Promise<Answer<TierMembershipResource & AnyBody>>;
  /** The participant's level in the tier `status`, or null. */
  level(): Promise<string | null>;
  tierMembership(): Promise<TierMembershipResource>;
  counter(key?: string): Promise<string>;
  advance(to: string): Promise<Record<string, number>>;
  /** Does due work without moving the clock. */
  evaluate(): Promise<number>;
  /** Payloads of the level webhooks, in order. */
  announced(): Promise<Record<string, unknown>[]>;
}

/** A program with the tier `status` (silver from 100 points, gold from 1,000, platinum from 5,000), unless `tier` is null. */
export async function tierClub(tier: Record<string, unknown> | null = {}): Promise<TestTier> {
  const made = await programWithAsset({ mode: 'SANDBOX' });
  const { api, program } = made;
  const { body: participant } = await api.post<ParticipantDetail>('/participants', { external_id: 'ada', program_id: program.id });
  // An endpoint that never answered would be disabled during the years that these tests skip.
  const receiver = await startReceiver();
  onTestFinished(receiver.stop);
  await api.post('/webhook-endpoints', { url: receiver.url, enabled_events: ['participant.tier_changed'] });
  const tierPath = `/programs/${program.id}/tiers`;
  const path = `/participants/${participant.id}`;
  const read = () => api.get<TierMembershipResource & AnyBody>(`${path}/state/tiers/status`);
  const club: TestTier = {
    ...made,
    participant,
    path,
    tierPath,
    createTier: (wanted = {}) => api.post(tierPath, { key: 'status', name: 'Status', levels: LEVELS, ...wanted }),
    patchTier: (change) => api.patch(`${tierPath}/status`, change),
    earn: (points, counter = 'points') => api.patch(`${path}/state/counters`, { increment: { [counter]: points } }),
    place: (body, key = 'status') => api.put(`${path}/state/tiers/${key}?program_id=${program.id}`, body),
    level: async () => {
      const { status, body } = await read();
      return status === 200 ? body.level : null;
    },
    tierMembership: async () => (await read()).body,
    counter: async (key = 'points') => String((await api.get<AnyBody>(`${path}/state/counters/${key}`)).body.value),
    advance: async (to) => {
      const { status, body } = await api.post<{ performed: Record<string, number> } & AnyBody>(
        '/sandbox/clock/advance',
        to.includes('-') ? { to } : { by: to },
      );
      if (status !== 200) throw new Error(`the clock did not move: ${JSON.stringify(body)}`);
      return body.performed;
    },
    evaluate: () => performDue(made.id, clockJob('evaluate-tiers')),
    announced: async () => (await envelopes(made.id)).filter(({ type }) => type === 'participant.tier_changed').map(({ data }) => data),
  };
  if (tier !== null) {
    const { status, body } = await club.createTier(tier);
    if (status !== 201) throw new Error(`the tier could not be made: ${JSON.stringify(body)}`);
  }
  return club;
}
