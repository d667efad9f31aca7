/** Lists why somebody cannot be bound to who brought them, as failures that the service reports. */
import type { CodeEntry } from '../errors';

export const REFERRAL_ERRORS = {
  referral_exists: {
    status: 409,
    explanation: 'Somebody else has brought the participant already, or the referral was cancelled. It stays so; read it instead.',
    unusedBecause: null,
  },
  referral_self: { status: 422, explanation: 'The code is the participant’s own. Nobody brings themselves.', unusedBecause: null },
  referral_cycle: {
    status: 422,
    explanation: 'The participant has brought the owner of the code, directly or through others, so the owner cannot have brought them.',
    unusedBecause: null,
  },
  referral_not_running: {
    status: 422,
    explanation:
      'The referral program takes nobody in now: it is paused, archived or outside its window, or its campaign is. The message says which.',
    unusedBecause: null,
  },
} as const satisfies Record<string, CodeEntry>;
