/** Rewards: what a program's catalog offers for balance. */
import { z } from 'zod';
import { REWARD_STATUSES } from '@/domain/choices';
import { REDEMPTION_TYPES } from '@/domain/redemptions/reward';
import { FulfillmentProduct } from './fulfillment';
import { archivedToo, createdWindow, listQuery, pageOf, searchText, sortedBy } from './page';
import { AmountString, DecimalString, Description, JsonObject, Name, nameOf, Text, Timestamp, Uuid } from './primitives';

export const RewardStatus = z.enum(REWARD_STATUSES);
export const RedemptionTypeOfReward = z.enum(REDEMPTION_TYPES);

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
    category: z.string().nullable(),
    image_url: z.string().nullable(),
    metadata: JsonObject,
    redemption_type: RedemptionTypeOfReward.describe(
      'UNIT_BASED costs `unit_cost` times the quantity, AMOUNT_BASED whatever amount is redeemed.',
    ),
    unit_cost: DecimalString.nullable().describe('UNIT_BASED only.'),
    status: RewardStatus.describe('OUT_OF_STOCK as soon as `max_total` is reached, ACTIVE again when stock returns.'),
    max_total: z.int().nullable().describe('Units that may be redeemed in all; a redemption by amount counts as one. Null: any number.'),
    max_per_participant: z.int().nullable().describe('Units that one participant may redeem. Null: any number.'),
    redeemed_count: z.int().describe('Units of the redemptions that stand, pending ones included.'),
    remaining: z.int().nullable().describe('Units that are left; null without `max_total`.'),
    available_from: Timestamp.nullable().describe('Can be redeemed from this time on.'),
    available_until: Timestamp.nullable().describe('Can be redeemed until before this time.'),
    reward_source_id: Uuid.nullable().describe('Set for a reward that a provider delivers: it is redeemed by `face_value_minor`.'),
    product_id: z.string().nullable(),
    product: FulfillmentProduct.nullable().describe('The product as the provider described it when the reward was made.'),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().describe('Set when archived.'),
  })
  .meta({ id: 'Reward' });
export type Reward = z.infer<typeof Reward>;

const settings = {
  description: Description.nullable().optional(),
  category: nameOf(255).nullable().optional(),
  image_url: ImageUrl.nullable().optional(),
  metadata: JsonObject.optional(),
  unit_cost: AmountString.nullable().optional().describe('Required for UNIT_BASED, which it prices; AMOUNT_BASED has none.'),
  max_total: Bound.nullable().optional(),
  max_per_participant: Bound.nullable().optional(),
  available_from: Timestamp.nullable().optional(),
  available_until: Timestamp.nullable().optional(),
};

export const RewardsPath = z.strictObject({ id: Uuid });
export const RewardPath = RewardsPath.extend({ reward_id: Uuid });
export type RewardPath = z.infer<typeof RewardPath>;

export const CreateReward = RewardsPath.extend({
  name: Name.describe('Unique in the program.'),
  redemption_type: RedemptionTypeOfReward,
  asset_id: Uuid.describe('What it costs; linked to the program.'),
  reward_source_id: Uuid.optional().describe(
    'Through which a provider delivers it; needs `product_id`, AMOUNT_BASED and the asset of the source.',
  ),
  product_id: Text.min(1).max(255).optional().describe('A product of the account behind the reward source.'),
  status: RewardStatus.exclude(['ARCHIVED']).default('ACTIVE'),
  ...settings,
});
export type CreateReward = z.infer<typeof CreateReward>;

export const UpdateReward = RewardPath.extend({
  name: Name.optional(),
  status: RewardStatus.optional().describe(
    'DRAFT becomes ACTIVE, ACTIVE and OUT_OF_STOCK change places, and each of them ARCHIVED, which is final.',
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
