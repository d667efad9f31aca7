/**
 * The campaigns of the last weeks: a code for the harvest, friends who bring friends, a card, the best of each month,
 * and a word before points expire.
 */
import type { Page } from '@playwright/test';
import { Dice } from '../support/dice';
import type { Backend } from './backend';
import { runCampaign, runLeaderboard } from './campaigns';
import { runChallenges } from './challenges';
import type { Customer } from './customers';
import type { Programs } from './programs';

interface Made {
  readonly id: string;
}

/** Ids by the names that addresses of pictures have in braces. */
export type SeasonPlaces = Readonly<Record<'campaign' | 'shared' | 'card' | 'board' | 'friends' | 'expiring', string>>;

export class Season {
  private readonly dice: Dice;
  private readonly brought = new Set<Customer>();
  private sent = 0;

  private constructor(
    private readonly api: Backend,
    private readonly programs: Programs,
    readonly places: SeasonPlaces,
    seed: number,
  ) {
    this.dice = new Dice(seed);
  }

  static async begin(api: Backend, programs: Programs, seed: number): Promise<Season> {
    const { club: program_id } = programs;
    const { campaign, shared } = await runCampaign(api, programs);
    const card = await runChallenges(api, programs);
    const board = await runLeaderboard(api, programs);
    const qualifies = { event_types: ['purchase'], condition: 'event.amount > 10', within_days: 30 };
    const program = { program_id, key: 'friends', name: 'Bring a friend', qualifies, steps: [1, 5] };
    const friends = await api.post<Made>('/referral-programs', program);
    const terms = { kind: 'VALUE_EXPIRES', days_before: 14 };
    const expiring = await api.post<Made>('/notice-settings', { program_id, key: 'expiring', name: 'Your points expire', terms });
    return new Season(api, programs, { campaign, shared, card, board, friends: friends.id, expiring: expiring.id }, seed);
  }

  /** A day of it. @param people who are there, in the order in which they came. */
  async day(people: readonly Customer[], at: number): Promise<void> {
    for (const { external_id } of people.filter(() => this.dice.chance(0.06))) await this.showCode(external_id, at);
    const free = people.filter((one) => !this.brought.has(one));
    const friend = free[this.dice.between(0, free.length - 1)];
    const earlier = friend ? people.slice(0, people.indexOf(friend)) : [];
    if (!friend || earlier.length === 0) return;
    this.brought.add(friend);
    await this.bring(this.dice.one(earlier.slice(0, 8)), friend);
  }

  private async showCode(external_id: string, at: number): Promise<void> {
    const order = ++this.sent;
    const event_data = { type: 'purchase', order_id: `HV-${order}`, amount: this.dice.between(12, 60), channel: 'market' };
    const when = { event_timestamp: new Date(at - 1).toISOString(), idempotency_key: `harvest-${order}` };
    await this.api.post('/events', { program_id: this.programs.club, external_id, event_data, codes: ['HARVEST'], ...when });
  }

  private async bring(referrer: Customer, friend: Customer): Promise<void> {
    const { club: program_id } = this.programs;
    const codes = `/participants/ext:${referrer.external_id}/referral-codes`;
    const { code } = await this.api.post<{ code: string }>(codes, { referral_program_id: this.places.friends });
    await this.api.post('/referrals', { program_id, external_id: friend.external_id, code });
  }
}

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name, exact: true }).click();

export const SEASON_SHOTS = [
  { name: 'campaigns', path: '/campaigns?program={club}', caption: 'Campaigns with their windows and budgets.' },
  {
    name: 'campaign',
    path: '/campaigns/{campaign}',
    caption: 'One campaign: what it gave day by day, against the whole program now and before, and to whom most.',
    prepare: tab('What it gave'),
  },
  { name: 'codes', path: '/codes?program={club}', caption: 'Codes: one that everybody shares, and unique ones for a market.' },
  {
    name: 'codes-uses',
    path: '/codes/{shared}',
    caption: 'Who used a code, for what, and what came of it.',
    prepare: tab('Uses'),
  },
  {
    name: 'referrals',
    path: '/referrals/{friends}',
    caption: 'Friends who brought friends: how far each got, day by day, and who brought most.',
  },
  { name: 'challenge', path: '/challenges/{card}', caption: 'A card that fills with each purchase: how far everybody is.' },
  {
    name: 'challenge-participants',
    path: '/challenges/{card}',
    caption: 'Who is how far, and which events count.',
    prepare: tab('Participants'),
  },
  { name: 'leaderboard', path: '/leaderboards/{board}', caption: 'Who earned most this month, with prizes for the first.' },
  { name: 'notice', path: '/notices/settings/{expiring}', caption: 'A word before points expire: who was told, and what followed.' },
];
