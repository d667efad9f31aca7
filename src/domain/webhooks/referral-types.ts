/** Lists the webhooks that tell what becomes of referrals. */
import { eventType, organization_id, program_id, text, uuid } from './event-type';
import { SAMPLE } from './sample-ids';

const referral = {
  referral_id: uuid('The referral.'),
  organization_id,
  program_id,
  referral_program_id: uuid('The referral program.'),
  referrer_participant_id: uuid('The participant who brought the friend.'),
  referred_participant_id: uuid('The friend who was brought.'),
} as const;

const sample = {
  referral_id: SAMPLE.REFERRAL,
  organization_id: SAMPLE.ORGANIZATION,
  program_id: SAMPLE.PROGRAM,
  referral_program_id: SAMPLE.REFERRAL_PROGRAM,
  referrer_participant_id: SAMPLE.PARTICIPANT,
  referred_participant_id: SAMPLE.RECIPIENT,
};

export const REFERRAL_TYPES = {
  'referral.bound': eventType({
    category: 'lifecycle',
    description: 'A participant was bound to who brought them.',
    payload: { fields: { ...referral, code: text('The code that bound them, in upper case and without spaces and dashes.') } },
    sample: { ...sample, code: 'FRIEND7K4M' },
  }),
  'referral.qualified': eventType({
    category: 'lifecycle',
    description: 'An event of a friend qualified a referral.',
    payload: {
      fields: {
        ...referral,
        event_id: uuid('The event that qualified it.'),
        count: {
          kind: 'count',
          nullable: true,
          description: 'How many friends of the referrer count with this one; null when it does not count.',
        },
      },
    },
    sample: { ...sample, event_id: SAMPLE.EVENT, count: 3 },
  }),
  'referral.expired': eventType({
    category: 'lifecycle',
    description: 'The time in which a friend could qualify is over.',
    payload: { fields: referral },
    sample,
  }),
  'referral.cancelled': eventType({
    category: 'lifecycle',
    description: 'A referral was cancelled, and no longer counts.',
    payload: { fields: { ...referral, reason: text('Why it was cancelled.') } },
    sample: { ...sample, reason: 'The order was returned.' },
  }),
} as const;
