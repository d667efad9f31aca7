/** The status changes of a participant, and the consequence of each. */
import type { PARTICIPANT_STATUSES } from '@/contract/choices';

export type ParticipantMoveStatus = (typeof PARTICIPANT_STATUSES)[number];

interface Move {
  readonly verb: string;
  /** What its button says, where the verb alone could be mistaken for another button of the page. */
  readonly button?: string;
  /** The resulting state, for the middle of a sentence. */
  readonly done: string;
  /** @param whom a name, or a count of participants. */
  readonly consequence: (whom: string) => string;
  readonly dangerous: boolean;
}

export const PARTICIPANT_MOVES: Readonly<Record<ParticipantMoveStatus, Move>> = {
  ACTIVE: { verb: 'Activate', done: 'activated', consequence: (whom) => `${whom} can earn and spend again.`, dangerous: false },
  SUSPENDED: {
    verb: 'Suspend',
    done: 'suspended',
    consequence: (whom) => `Events of ${whom} are rejected and nothing is earned or spent until they are active again.`,
    dangerous: false,
  },
  CLOSED: {
    verb: 'Close',
    button: 'Close participant',
    done: 'closed',
    consequence: (whom) =>
      `Events of ${whom} are rejected until they are active again. Balances stay as they are and can only be forfeited.`,
    dangerous: true,
  },
};
