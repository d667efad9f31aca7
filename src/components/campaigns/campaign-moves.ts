/** What can be done with a campaign in each status, and what comes of it. */
import type { CampaignMove, CampaignStatus } from '@/domain/campaigns/machine';

interface MoveTexts {
  readonly verb: string;
  readonly consequence: string;
  readonly dangerous: boolean;
}

export const MOVE_TEXTS: Readonly<Record<CampaignMove, MoveTexts>> = {
  START: {
    verb: 'Start',
    consequence: 'Its rules run on events from now on, or from the time at which it begins. Earlier events are not made up for.',
    dangerous: false,
  },
  PAUSE: {
    verb: 'Pause',
    consequence: 'None of its rules runs until it is resumed. Events that are processed meanwhile are not made up for.',
    dangerous: false,
  },
  RESUME: {
    verb: 'Resume',
    consequence: 'Its rules run again on events that are processed from now on.',
    dangerous: false,
  },
  END: {
    verb: 'End now',
    consequence: 'It ends now, for good. Events that happened before and are processed later still count. What it gave stays.',
    dangerous: true,
  },
};

export const MOVES_OF: Readonly<Record<CampaignStatus, readonly CampaignMove[]>> = {
  DRAFT: ['START'],
  SCHEDULED: ['PAUSE'],
  RUNNING: ['PAUSE', 'END'],
  PAUSED: ['RESUME', 'END'],
  ENDED: [],
};
