/** Lists why a challenge cannot be changed, as failures that the service reports. */
import type { CodeEntry } from '../errors';

export const CHALLENGE_ERRORS = {
  challenge_has_progress: {
    status: 409,
    explanation:
      'Participants have progress in the challenge, which was measured by its goal, period, window, audience and take-back. Clone the challenge, change the clone and archive the original.',
    unusedBecause: null,
  },
} as const satisfies Record<string, CodeEntry>;
