/** Rewards: what a program's catalog offers for balance. */
import { z } from 'zod';
import { REWARD_STATUSES } from '@/domain/choices';
import { REDEMPTION_TYPES } from '@/domain/redemptions/reward';
import { FulfillmentProduct } from './fulfillment';
import { archivedToo, createdWindow, listQuery, pageOf, searchText, sortedBy } from './page';
import { AmountString, DecimalString, Description, JsonObject, Name, nameOf, Text, Timestamp, Uuid } from './primitives';

export const RewardStatus = z.enum(REWARD_STATUSES);
const RedemptionTypeOfReward = z.enum(REDEMPTION_TYPES);

const ImageUrl = z
  .string()
  .max(2048)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    message: 'Must be an http or https address.',
    params: { reason: 'invalid_format', expected: 'http or https URL' },
  })
  .meta({ format: 'uri', examples: ['https://example.com/mug.png'] });

const Bound = z.int().min(1);

export const Reward = z
  .strictObject({
    id: Uuid,
    program_id: Uuid,
    asset_id: Uuid,
    name: z.string(),
    description: z.string().nullable(),
    sentence: z
      .string()
      .describe(
        'What the reward costs, how often it can be redeemed and when, in plain words that are made of its price, limits and window.',
      )
      .meta({ examples: ['Costs 50 PTS, at most 2 for each participant and at most 100 in all.'] }),
    category: z.string().nullable(),
    image_url: z.string().nullable(),
    metadata: JsonObject,
    redemption_type: RedemptionTypeOfReward.describe(
      'How the reward is priced: UNIT_BASED costs `unit_cost` times the quantity, AMOUNT_BASED the amount that is redeemed.',
    ),
    unit_cost: DecimalString.nullable().describe('Cost of one unit. UNIT_BASED rewards only.'),
    status: RewardStatus.describe(
      'Status of the reward. It becomes OUT_OF_STOCK when `max_total` is reached, and ACTIVE again when stock returns.',
    ),
    max_total: z
      .int()
      .nullable()
      .describe('Maximum number of units that can be redeemed in total; a redemption by amount counts as one. Null for no limit.'),
    max_per_participant: z.int().nullable().describe('Maximum number of units that one participant can redeem. Null for no limit.'),
    redeemed_count: z.int().describe('Number of redeemed units, including pending redemptions but not cancelled, failed or reversed ones.'),
    remaining: z.int().nullable().describe('Number of units left; null without `max_total`.'),
    available_from: Timestamp.nullable().describe('Time from which the reward can be redeemed.'),
    available_until: Timestamp.nullable().describe('Time at which the reward can no longer be redeemed.'),
    reward_source_id: Uuid.nullable().describe(
      'The reward source, for a reward that a provider delivers. Such a reward is redeemed by `face_value_minor`.',
    ),
    product_id: z.string().nullable(),
    product: FulfillmentProduct.nullable().describe('The product as the provider described it when the reward was created.'),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().describe('When the record was archived; null unless it is archived.'),
  })
  .meta({ id: 'Reward' });
export type Reward = z.infer<typeof Reward>;

const settings = {
  description: Description.nullable().optional(),
  category: nameOf(255).nullable().optional(),
  image_url: ImageUrl.nullable().optional(),
  metadata: JsonObject.optional(),
  unit_cost: AmountString.nullable()
    .optional()
    .describe('Cost of one unit. Required for UNIT_BASED rewards, not allowed for AMOUNT_BASED ones.'),
  max_total: Bound.nullable().optional(),
  max_per_participant: Bound.nullable().optional(),
  available_from: Timestamp.nullable().optional(),
  available_until: Timestamp.nullable().optional(),
};

const RewardsPath = z.strictObject({ id: Uuid });
export const RewardPath = RewardsPath.extend({ reward_id: Uuid });
export type RewardPath = z.infer<typeof RewardPath>;

export const CreateReward = RewardsPath.extend({
  name: Name.describe('Name of the reward, unique in the program.'),
  redemption_type: RedemptionTypeOfReward,
  asset_id: Uuid.describe('The asset in which the reward is paid; linked to the program.'),
  reward_source_id: Uuid.optional().describe(
    'Reward source through which a provider delivers the reward. It requires `product_id`, the type AMOUNT_BASED and the asset of the source.',
  ),
  product_id: Text.min(1).max(255).optional().describe('Id of a product of the account behind the reward source.'),
  status: RewardStatus.exclude(['ARCHIVED']).default('ACTIVE'),
  ...settings,
});
export type CreateReward = z.infer<typeof CreateReward>;

export const UpdateReward = RewardPath.extend({
  name: Name.optional(),
  status: RewardStatus.optional().describe(
    'Status of the reward. Allowed changes: DRAFT to ACTIVE, ACTIVE to OUT_OF_STOCK and back, and any of these to ARCHIVED, which is final.',
  ),
  ...settings,
});
export type UpdateReward = z.infer<typeof UpdateReward>;

export const ListRewards = listQuery({
  id: Uuid,
  ...createdWindow,
  ...sortedBy(['created_at', 'name']),
  ...searchText,
  ...archivedToo,
  status: RewardStatus.optional(),
  redemption_type: RedemptionTypeOfReward.optional(),
  category: z.string().max(255).optional(),
});
export type ListRewards = z.infer<typeof ListRewards>;

export const RewardPage = pageOf(Reward);
