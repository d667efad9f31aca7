/** Decides what a campaign is at an instant and which moves it allows. What its window says follows from the clock and is not stored. */
import { DomainError } from '@/domain/errors';
import type { CampaignTerms } from './terms';

export const CAMPAIGN_STATUSES = ['DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED', 'ENDED'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

const CAMPAIGN_MOVES = ['START', 'PAUSE', 'RESUME', 'END'] as const;
export type CampaignMove = (typeof CAMPAIGN_MOVES)[number];

type Timing = Pick<CampaignTerms, 'starts_at' | 'ends_at' | 'status'>;

/** A draft never runs, whatever its window; an end is final for all others, a pause included. */
export function campaignStatus({ starts_at, ends_at, status }: Timing, now: Date): CampaignStatus {
  if (status === 'DRAFT') return 'DRAFT';
  if (ends_at !== null && Date.parse(ends_at) <= now.getTime()) return 'ENDED';
  if (status === 'PAUSED') return 'PAUSED';
  return starts_at !== null && Date.parse(starts_at) > now.getTime() ? 'SCHEDULED' : 'RUNNING';
}

/** The moves that each status allows. */
export const ALLOWED_MOVES: Readonly<Record<CampaignStatus, readonly CampaignMove[]>> = {
  DRAFT: ['START'],
  SCHEDULED: ['PAUSE'],
  RUNNING: ['PAUSE', 'END'],
  PAUSED: ['RESUME', 'END'],
  ENDED: [],
};

const DONE: Readonly<Record<CampaignMove, string>> = { START: 'started', PAUSE: 'paused', RESUME: 'resumed', END: 'ended' };

/**
 * The terms after a move.
 * @throws DomainError invalid_status when the status does not allow it.
 */
export function movedCampaign<Terms extends Timing>(terms: Terms, move: CampaignMove, now: Date): Terms {
  const status = campaignStatus(terms, now);
  if (!ALLOWED_MOVES[status].includes(move)) refuse(`The campaign is ${status} and cannot be ${DONE[move]}; ${adviceOn(status)}.`);
  switch (move) {
    case 'START':
      if (terms.ends_at !== null && Date.parse(terms.ends_at) <= now.getTime())
        refuse('The window of the campaign is over; give it a later `ends_at` first.');
      return { ...terms, status: 'ACTIVE' };
    case 'PAUSE':
      return { ...terms, status: 'PAUSED' };
    case 'RESUME':
      return { ...terms, status: 'ACTIVE' };
    case 'END':
      if (terms.starts_at !== null && Date.parse(terms.starts_at) >= now.getTime())
        refuse('The campaign has not begun and cannot be ended; delete it instead.');
      return { ...terms, status: 'ACTIVE', ends_at: now.toISOString() };
  }
}

function adviceOn(status: CampaignStatus): string {
  const moves = ALLOWED_MOVES[status];
  return moves.length === 0 ? 'clone it to run it again' : `it can only be ${moves.map((move) => DONE[move]).join(' or ')}`;
}

function refuse(message: string): never {
  throw new DomainError('invalid_status', message, { param: 'id' });
}
