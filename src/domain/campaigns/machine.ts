/** Decides what a campaign is at an instant and which moves it allows. What its window says follows from the clock and is not stored. */
import { DomainError } from '@/domain/errors';
import type { CampaignTerms } from './terms';

export const CAMPAIGN_STATUSES = ['DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED', 'ENDED'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

export const CAMPAIGN_MOVES = ['START', 'PAUSE', 'RESUME', 'END'] as const;
export type CampaignMove = (typeof CAMPAIGN_MOVES)[number];

type Timing = Pick<CampaignTerms, 'starts_at' | 'ends_at' | 'status'>;

/** A draft never runs, whatever its window; an end is final for all others, a pause included. */
export function campaignStatus({ starts_at, ends_at, status }: Timing, now: Date): CampaignStatus {
  if (status === 'DRAFT') return 'DRAFT';
  if (ends_at !== null && Date.parse(ends_at) <= now.getTime()) return 'ENDED';
  if (status === 'PAUSED') return 'PAUSED';
  return starts_at !== null && Date.parse(starts_at) > now.getTime() ? 'SCHEDULED' : 'RUNNING';
}

/** What a move does in each status: something, or nothing because it is done already; in any other it is refused. */
const EFFECTS: Readonly<Record<CampaignMove, Readonly<Partial<Record<CampaignStatus, 'MOVES' | 'IS_DONE'>>>>> = {
  START: { DRAFT: 'MOVES', SCHEDULED: 'IS_DONE', RUNNING: 'IS_DONE' },
  PAUSE: { SCHEDULED: 'MOVES', RUNNING: 'MOVES', PAUSED: 'IS_DONE' },
  RESUME: { SCHEDULED: 'IS_DONE', RUNNING: 'IS_DONE', PAUSED: 'MOVES' },
  END: { RUNNING: 'MOVES', PAUSED: 'MOVES', ENDED: 'IS_DONE' },
};

const DONE: Readonly<Record<CampaignMove, string>> = { START: 'started', PAUSE: 'paused', RESUME: 'resumed', END: 'ended' };

/**
 * The terms after a move; the very same object when it is done already.
 * @throws DomainError invalid_status when the status does not allow it.
 */
export function movedCampaign<Terms extends Timing>(terms: Terms, move: CampaignMove, now: Date): Terms {
  const status = campaignStatus(terms, now);
  const effect = EFFECTS[move][status];
  if (effect === undefined) refuse(`The campaign is ${status} and cannot be ${DONE[move]}; ${adviceOn(status)}.`);
  return effect === 'IS_DONE' ? terms : moved(terms, move, now);
}

function moved<Terms extends Timing>(terms: Terms, move: CampaignMove, now: Date): Terms {
  const { starts_at, ends_at } = terms;
  if (move === 'PAUSE') return { ...terms, status: 'PAUSED' };
  if (move === 'START' && ends_at !== null && Date.parse(ends_at) <= now.getTime())
    refuse('The window of the campaign is over; give it a later `ends_at` first.');
  if (move !== 'END') return { ...terms, status: 'ACTIVE' };
  if (starts_at !== null && Date.parse(starts_at) >= now.getTime())
    refuse('The campaign has not begun and cannot be ended; delete it instead.');
  return { ...terms, status: 'ACTIVE', ends_at: now.toISOString() };
}

function adviceOn(status: CampaignStatus): string {
  const possible = CAMPAIGN_MOVES.filter((move) => EFFECTS[move][status] === 'MOVES').map((move) => DONE[move]);
  return possible.length === 0 ? 'clone it to run it again' : `it can only be ${possible.join(' or ')}`;
}

function refuse(message: string): never {
  throw new DomainError('invalid_status', message, { param: 'id' });
}
