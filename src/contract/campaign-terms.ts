/** The terms of a campaign on the wire: when its rules run, for whom, and how much they give together at most. */
import { z } from 'zod';
import { STORED_CAMPAIGN_STATUSES } from '@/domain/campaigns/terms';
import { BudgetDefinition, BudgetDefinitions } from './budget';
import { Description, Timestamp } from './primitives';
import { RuleCondition } from './rule';

/** Every term but the budgets, whose assets are named differently from place to place. */
export const campaignFields = {
  description: Description.nullable().optional(),
  starts_at: Timestamp.nullable()
    .optional()
    .describe('First instant, by `event_timestamp`, at which the campaign runs; null: from the beginning.'),
  ends_at: Timestamp.nullable().optional().describe('First instant at which it no longer runs; null: without an end.'),
  audience: RuleCondition.nullable()
    .optional()
    .describe('CEL over what a condition can read. The rules run on events for which it is true; null: on all.')
    .meta({ examples: ['"gold" in participant.tags'] }),
  status: z
    .enum(STORED_CAMPAIGN_STATUSES)
    .default('DRAFT')
    .describe('ACTIVE: it runs as its window says. DRAFT and PAUSED: none of its rules runs.'),
};

export const CAMPAIGN_BUDGETS =
  'Limits on the credits of all rules of the campaign together, beside the budgets of each rule. A credit is cut to the least that is left. Periods by INTERVAL count from the creation of the campaign.';

/** As sent with a rule set. */
export const SentCampaign = z.strictObject({ ...campaignFields, budgets: BudgetDefinitions.default([]).describe(CAMPAIGN_BUDGETS) });

/** As stored. */
export const CampaignTerms = z
  .strictObject({
    description: z.string().nullable(),
    starts_at: Timestamp.nullable(),
    ends_at: Timestamp.nullable(),
    audience: z.string().nullable(),
    budgets: z.array(BudgetDefinition),
    status: z.enum(STORED_CAMPAIGN_STATUSES),
  })
  .meta({ id: 'CampaignTerms' });
