/** Says what webhooks tell of the use of a code. */
import { organization_id, participant_id, program_id, text, uuid } from './event-type';
import { SAMPLE } from './sample-ids';

/** The fields of a use. */
export const codeUse = {
  code_redemption_id: uuid('The use of the code.'),
  organization_id,
  program_id,
  batch_id: uuid('The batch of the code.'),
  code: text('The code, in upper case and without spaces and dashes.'),
  participant_id,
} as const;

/** The same of a use in the samples. */
export const codeUsed = {
  code_redemption_id: SAMPLE.CODE_USE,
  organization_id: SAMPLE.ORGANIZATION,
  program_id: SAMPLE.PROGRAM,
  batch_id: SAMPLE.CODE_BATCH,
  code: 'SPRING7K4M',
  participant_id: SAMPLE.PARTICIPANT,
};
