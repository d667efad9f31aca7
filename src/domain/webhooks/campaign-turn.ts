/** Says what webhooks tell of the start or the end of a campaign. */
import { eventType, organization_id, program_id, text, uuid } from './event-type';
import { SAMPLE } from './sample-ids';

export const campaignTurn = (description: string) =>
  eventType({
    category: 'lifecycle',
    description,
    payload: {
      fields: {
        campaign_id: uuid('The campaign, which is a rule set.'),
        organization_id,
        program_id,
        key: text('Its key.'),
        name: text('Its name.'),
      },
    },
    sample: {
      campaign_id: SAMPLE.CAMPAIGN,
      organization_id: SAMPLE.ORGANIZATION,
      program_id: SAMPLE.PROGRAM,
      key: 'spring',
      name: 'Spring',
    },
  });
