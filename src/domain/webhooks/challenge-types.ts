/** Says what webhooks tell of what participants reach in challenges. */
import { eventType, organization_id, participant_id, program_id, text, uuid } from './event-type';
import { SAMPLE } from './sample-ids';

const reached = {
  completion_id: uuid('What was reached, by one id however often it is revoked and reached again.'),
  organization_id,
  program_id,
  participant_id,
  challenge_id: uuid('The challenge.'),
  challenge: text('Key of the challenge.'),
  period: text('The period whose progress it is; ALL where progress never begins anew.'),
  round: { kind: 'count', description: 'Which time in the period: 1 for the first.' },
  attempt: { kind: 'count', description: 'How often this has been reached, revoked ones included.' },
  event_id: uuid('The event that brought it about.'),
} as const;
const part = { kind: 'count', description: 'Percent of the goal; 100 is all of it.' } as const;

const sample = {
  completion_id: SAMPLE.COMPLETION,
  organization_id: SAMPLE.ORGANIZATION,
  program_id: SAMPLE.PROGRAM,
  participant_id: SAMPLE.PARTICIPANT,
  challenge_id: SAMPLE.CHALLENGE,
  challenge: 'coffee-card',
  period: 'ALL',
  round: 1,
  attempt: 1,
  event_id: SAMPLE.EVENT,
};

export const CHALLENGE_TYPES = {
  'challenge.part_reached': eventType({
    category: 'lifecycle',
    description: 'A participant reached a part of the goal of a challenge, such as half of it.',
    payload: { fields: { ...reached, part } },
    sample: { ...sample, part: 50 },
  }),
  'challenge.completed': eventType({
    category: 'lifecycle',
    description: 'A participant completed a challenge, or one more round of it.',
    payload: { fields: reached },
    sample,
  }),
  'challenge.revoked': eventType({
    category: 'lifecycle',
    description: 'What a participant had reached in a challenge was revoked, because an event took back what had counted.',
    payload: { fields: { ...reached, part } },
    sample: { ...sample, part: 100 },
  }),
};
