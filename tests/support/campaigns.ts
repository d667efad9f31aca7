/** Sets up tests of campaigns: a sandbox program whose campaigns are made, moved and reported through the API. */
import type { Campaign } from '@/contract/campaign';
import type { Answer, AnyBody } from './api';
import { programWithAsset, type TestProgram } from './programs';

type Body = Record<string, unknown>;

export interface CampaignProgram extends TestProgram {
  /** Creates a campaign, ACTIVE unless `body` says otherwise; must succeed. */
  campaign(body?: Body): Promise<Campaign>;
  /** A rule of a campaign, which gives `amount` for every event. */
  ruleOf(campaign: Pick<Campaign, 'id'>, amount?: string, body?: Body): Promise<void>;
  move(verb: 'start' | 'pause' | 'resume' | 'end', campaign: Pick<Campaign, 'id'>): Promise<Answer<Campaign & AnyBody>>;
  read(campaign: Pick<Campaign, 'id'>): Promise<Campaign>;
  advance(by: string): Promise<void>;
  /** The verdicts on an event that is sent and processed now, with what each action came to. */
  verdicts(event?: Body): Promise<(readonly [status: string, reason: string | null, amount: string | undefined])[]>;
}

export async function campaignProgram(settings: Parameters<typeof programWithAsset>[0] = {}): Promise<CampaignProgram> {
  const made = await programWithAsset({ mode: 'SANDBOX', symbol: 'PTS', ...settings });
  const { api, program } = made;
  const must = async <T>(answer: Promise<Answer<T>>, status: number): Promise<T> => {
    const { status: got, body } = await answer;
    if (got !== status) throw new Error(`expected ${status}, got ${got}: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    ...made,
    campaign: (body) => must(api.post<Campaign>('/campaigns', { program_id: program.id, name: 'Spring', status: 'ACTIVE', ...body }), 201),
    ruleOf: async ({ id }, amount = '10', body = {}) => void (await made.addRule({ rule_set_id: id, amount, ...body })),
    move: (verb, { id }) => api.post(`/campaigns/${id}/${verb}`, {}),
    read: ({ id }) => must(api.get<Campaign>(`/campaigns/${id}`), 200),
    advance: async (by) => void (await must(api.post('/sandbox/clock/advance', { by }), 200)),
    verdicts: async (event = {}) =>
      (await made.sendAndProcess(event)).rule_evaluations.map(
        ({ status, reason, actions }) => [status, reason, actions[0]?.amount] as const,
      ),
  };
}
