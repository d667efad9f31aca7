/** Says what webhooks tell of a notice. */
import { NOTICE_KINDS } from '@/domain/notices/kinds';
import { organization_id, participant_id, program_id, text, uuid } from './event-type';
import { SAMPLE } from './sample-ids';

export const notice = {
  notice_id: uuid('The notice.'),
  organization_id,
  program_id,
  setting_id: uuid('The setting by which it was sent.'),
  setting: text('Key of the setting.'),
  kind: { kind: 'choice', values: NOTICE_KINDS, description: 'What the notice is about.' },
  participant_id,
  event_id: uuid('The SYSTEM event about the participant.'),
  sentence: text('What the notice says, in plain words.'),
} as const;

export const noticeSent = {
  notice_id: SAMPLE.NOTICE,
  organization_id: SAMPLE.ORGANIZATION,
  program_id: SAMPLE.PROGRAM,
  setting_id: SAMPLE.NOTICE_SETTING,
  setting: 'expiring-points',
  kind: 'VALUE_EXPIRES' as const,
  participant_id: SAMPLE.PARTICIPANT,
  event_id: SAMPLE.EVENT,
  sentence: '120.00 PTS will expire, the first on 2026-03-04.',
};
