/** What a campaign is at each time, and what each move does to it then. */
import { expect, test } from 'vitest';
import { CAMPAIGN_MOVES, CAMPAIGN_STATUSES, campaignStatus, movedCampaign, type CampaignMove } from '@/domain/campaigns/machine';
import type { CampaignTerms } from '@/domain/campaigns/terms';
import { DomainError } from '@/domain/errors';

const NOW = new Date('2027-03-10T12:00:00.000Z');
const [PAST, LATER] = ['2027-03-01T00:00:00.000Z', '2027-03-20T00:00:00.000Z'];

type Timing = Pick<CampaignTerms, 'starts_at' | 'ends_at' | 'status'>;
const timing = (status: Timing['status'], starts_at: string | null, ends_at: string | null): Timing => ({ status, starts_at, ends_at });

const SHOWN: readonly [string, Timing][] = [
  ['DRAFT', timing('DRAFT', PAST, LATER)],
  ['SCHEDULED', timing('ACTIVE', LATER, null)],
  ['RUNNING', timing('ACTIVE', PAST, LATER)],
  ['PAUSED', timing('PAUSED', PAST, LATER)],
  ['ENDED', timing('ACTIVE', null, PAST)],
];

test.each([
  ...SHOWN,
  ['DRAFT', timing('DRAFT', null, PAST)],
  ['RUNNING', timing('ACTIVE', null, null)],
  ['RUNNING', timing('ACTIVE', NOW.toISOString(), null)],
  ['ENDED', timing('ACTIVE', PAST, NOW.toISOString())],
  ['ENDED', timing('PAUSED', PAST, NOW.toISOString())],
  ['PAUSED', timing('PAUSED', LATER, null)],
] as [string, Timing][])('%s is what %o is', (status, terms) => {
  expect(campaignStatus(terms, NOW)).toBe(status);
});

/** By move, in the order DRAFT, SCHEDULED, RUNNING, PAUSED, ENDED: the status after it, `=` for nothing to do, `-` for a refusal. */
const TABLE: Readonly<Record<CampaignMove, readonly string[]>> = {
  START: ['RUNNING', '=', '=', '-', '-'],
  PAUSE: ['-', 'PAUSED', 'PAUSED', '=', '-'],
  RESUME: ['-', '=', '=', 'RUNNING', '-'],
  END: ['-', '-', 'ENDED', 'ENDED', '='],
};

function outcome(terms: Timing, move: CampaignMove): string {
  try {
    const after = movedCampaign(terms, move, NOW);
    return after === terms ? '=' : campaignStatus(after, NOW);
  } catch (error) {
    return error instanceof DomainError && error.code === 'invalid_status' ? '-' : String(error);
  }
}

test.each(CAMPAIGN_MOVES)('%s leads from each status where it should, or is refused', (move) => {
  expect(SHOWN.map(([status]) => status)).toEqual(CAMPAIGN_STATUSES);
  expect(SHOWN.map(([, terms]) => outcome(terms, move))).toEqual(TABLE[move]);
});

test('a draft whose window is over cannot start, and a paused campaign that has not begun cannot end', () => {
  expect(outcome(timing('DRAFT', null, PAST), 'START')).toBe('-');
  expect(outcome(timing('PAUSED', LATER, null), 'END')).toBe('-');
  expect(outcome(timing('DRAFT', LATER, null), 'START')).toBe('SCHEDULED');
});

test('an end is the instant of the move, and keeps the beginning', () => {
  expect(movedCampaign(timing('PAUSED', PAST, LATER), 'END', NOW)).toEqual(timing('ACTIVE', PAST, NOW.toISOString()));
});
