/** Lists why a code does not apply, as failures that the service reports. */
import type { CodeEntry } from '../errors';

export const CODE_ERRORS = {
  code_unknown: {
    status: 422,
    explanation: 'The program has no such code. Check how it is written; too many unknown codes within ten minutes are refused.',
    unusedBecause: null,
  },
  code_expired: { status: 422, explanation: 'The time in which the code can be used is over.', unusedBecause: null },
  code_not_yet: { status: 422, explanation: 'The code cannot be used yet. The message says from when.', unusedBecause: null },
  code_used: {
    status: 422,
    explanation: 'The code, or its batch, has been used as often as it can be, by the participant or in all. The message says which.',
    unusedBecause: null,
  },
  code_inactive: {
    status: 422,
    explanation: 'The code was made void, or its batch is paused, archived or still being made.',
    unusedBecause: null,
  },
  code_conditions_not_met: {
    status: 422,
    explanation: 'The condition of the code is not true for this event. The message says what was missed.',
    unusedBecause: null,
  },
  code_not_stackable: {
    status: 422,
    explanation: 'The code cannot be combined with another one of the event that applies and has a higher priority. Leave one of them out.',
    unusedBecause: null,
  },
  code_attempts_exceeded: {
    status: 429,
    explanation:
      'The participant, or the organization, has tried too many unknown codes within ten minutes. Wait the number of seconds in `Retry-After`.',
    unusedBecause: null,
  },
} as const satisfies Record<string, CodeEntry>;
