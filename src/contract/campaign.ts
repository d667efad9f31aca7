/** Campaigns on the wire: rule sets whose rules run together for a time, for an audience and within common budgets. */
import { z } from 'zod';
import { CAMPAIGN_STATUSES } from '@/domain/campaigns/machine';
import { Budget, BudgetDefinitions } from './budget';
import { CAMPAIGN_BUDGETS, campaignFields, SentCampaign } from './campaign-terms';
import { filterQuery, listQuery, pageOf, searchText, sortedBy } from './page';
import { Day, DecimalString, Name, Timestamp, Uuid } from './primitives';
import { RuleSetKey } from './rule-set';

const CampaignStatusField = z
  .enum(CAMPAIGN_STATUSES)
  .describe(
    "What the campaign is now, on the organization's clock. DRAFT: it was never started. SCHEDULED: it begins at `starts_at`. RUNNING: its rules run. PAUSED: they do not, until it is resumed. ENDED: `ends_at` is past.",
  );

export const Campaign = z
  .strictObject({
    id: Uuid.describe('Id of the campaign and of its rule set.'),
    program_id: Uuid,
    key: z.string().describe('Key of the rule set, unique in the program.'),
    name: z.string(),
    description: z.string().nullable(),
    status: CampaignStatusField,
    starts_at: Timestamp.nullable(),
    ends_at: Timestamp.nullable(),
    audience: z.string().nullable(),
    budgets: z.array(Budget).describe('Limits on the credits of all rules together, with what they have consumed.'),
    sentence: z.string().describe('The campaign as one plain sentence.'),
    rule_count: z.int().min(0).describe('Number of its rules that are not archived.'),
    order: z.int().min(1).describe('Position of the rule set within the program.'),
    rule_configuration_version: z.int().min(1),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Campaign' });
export type Campaign = z.infer<typeof Campaign>;
export const CampaignPage = pageOf(Campaign);

export const CreateCampaign = SentCampaign.extend({
  program_id: Uuid,
  name: Name,
  key: RuleSetKey.optional().describe('Key of the rule set, unique in the program. Made from the name when absent.'),
  status: z.enum(['DRAFT', 'ACTIVE']).default('DRAFT').describe('ACTIVE starts it at once: it then runs as its window says.'),
});
export type CreateCampaign = z.infer<typeof CreateCampaign>;

export const CampaignPath = z.strictObject({ id: Uuid.describe('Id of the campaign.') });
export type CampaignPath = z.infer<typeof CampaignPath>;

const { status: _status, ...terms } = campaignFields;

export const UpdateCampaign = CampaignPath.extend({
  ...terms,
  name: Name.optional(),
  key: RuleSetKey.optional(),
  budgets: BudgetDefinitions.optional().describe(`${CAMPAIGN_BUDGETS} Replaces all; a budget that stays keeps what it has consumed.`),
});
export type UpdateCampaign = z.infer<typeof UpdateCampaign>;

export const CloneCampaign = CampaignPath.extend({
  name: Name.describe('Name of the new campaign.'),
  starts_at: campaignFields.starts_at,
  ends_at: campaignFields.ends_at,
});
export type CloneCampaign = z.infer<typeof CloneCampaign>;

export const ResetCampaignBudget = CampaignPath.extend({ asset_id: Uuid.describe('The asset of the budget.') });

export const ListCampaigns = listQuery({
  program_id: Uuid.optional(),
  status: z.enum(CAMPAIGN_STATUSES).optional(),
  ...searchText,
  ...sortedBy(['created_at', 'starts_at', 'name']),
});
export type ListCampaigns = z.infer<typeof ListCampaigns>;

export const CampaignPerformanceQuery = filterQuery({
  ...CampaignPath.shape,
  from: Timestamp.optional().describe('The start of the campaign when absent, at most 366 days before `to`.'),
  to: Timestamp.optional().describe('The end of the campaign or now, whichever is earlier, when absent.'),
});
export type CampaignPerformanceQuery = z.infer<typeof CampaignPerformanceQuery>;

const assetSums = {
  asset_id: Uuid,
  symbol: z.string(),
  credited: DecimalString.describe('What the rules of the campaign credited.'),
  taken_back: DecimalString.describe('What its rules took back.'),
  net: DecimalString,
};

export const CampaignPerformance = z
  .strictObject({
    campaign_id: Uuid,
    program_id: Uuid,
    from: Timestamp,
    to: Timestamp,
    participants: z.int().min(0).describe('Number of participants and groups whose balance its rules changed.'),
    events: z.int().min(0).describe('Number of events for which its rules moved value.'),
    assets: z.array(z.strictObject(assetSums)),
    days: z
      .array(
        z.strictObject({
          day: Day.describe('Day in UTC.'),
          asset_id: Uuid,
          credited: assetSums.credited,
          program_credited: DecimalString.describe('What all rules and operations of the program credited on that day.'),
          program_credited_before: DecimalString.describe('The same on the day that lies as many days before as the window has.'),
        }),
      )
      .describe('Every UTC day of the window, for each asset that the campaign credited.'),
    top_participants: z
      .array(z.strictObject({ participant_id: Uuid, external_id: z.string(), asset_id: Uuid, credited: DecimalString }))
      .describe('The ten participants who were credited most by the campaign, for each asset.'),
  })
  .meta({ id: 'CampaignPerformance' });
export type CampaignPerformance = z.infer<typeof CampaignPerformance>;
