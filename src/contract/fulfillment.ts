/** Fulfillment: accounts with gift-card providers, what they sell, and what programs offer through them. */
import { z } from 'zod';
import { ORDER_STATUSES } from '@/domain/fulfillment/order';
import { ACCOUNT_STATUSES, PROVIDERS } from '@/domain/fulfillment/provider';
import { isRateText } from '@/domain/fulfillment/rate';
import { archivedToo, createdWindow, listQuery, pageOf, searchText, sortedBy } from './page';
import { DecimalString, enumOrCode, JsonObject, Name, Text, Timestamp, Uuid } from './primitives';

export const Provider = enumOrCode(PROVIDERS, 'unsupported_provider');
const FulfillmentStatus = z.enum(ACCOUNT_STATUSES);

const word = (what: string, max: number) =>
  z
    .string({ error: `Must be ${what}.` })
    .min(1, { error: `Must be ${what}.` })
    .max(max)
    .regex(/^[\x21-\x7e]*$/, { error: `Must be ${what}, without spaces.` });

/** The part of a TREMENDOUS account's configuration that may be shown. */
const TremendousSettings = z.strictObject({
  environment: z
    .enum(['SANDBOX', 'PRODUCTION'], { error: 'Must be SANDBOX or PRODUCTION.' })
    .describe('Environment of the provider; SANDBOX is its test environment.'),
  funding_source_id: word('the id of a funding source', 100).describe('Id of the funding source that pays for orders.'),
  campaign_id: word('the id of a campaign', 100)
    .optional()
    .describe('Id of the campaign that determines the design and message of the rewards.'),
});
const TremendousSecrets = z.strictObject({ api_key: word('the API key of the account', 500) });

export const SANDBOX_OUTCOMES = ['DELIVER', 'FAIL', 'PENDING', 'TIMEOUT'] as const;
const SANDBOX_DELAY_MAX_SECONDS = 365 * 86_400;

const SandboxSettings = z.strictObject({
  outcome: z
    .enum(SANDBOX_OUTCOMES, { error: `Must be one of ${SANDBOX_OUTCOMES.join(', ')}.` })
    .describe('Outcome of every order; with TIMEOUT the provider never answers.'),
  delay_seconds: z
    .int({ error: 'Must be a whole number of seconds.' })
    .min(0)
    .max(SANDBOX_DELAY_MAX_SECONDS)
    .optional()
    .describe("Seconds until an order is delivered, on the organization's clock."),
});

/** The configuration of an account, by provider: settings may be shown, secrets must not be. */
export const PROVIDER_CONFIG = {
  TREMENDOUS: { settings: TremendousSettings, secrets: TremendousSecrets },
  SANDBOX: { settings: SandboxSettings, secrets: z.strictObject({}) },
} as const;
export type TremendousSettings = z.infer<typeof TremendousSettings>;
export type SandboxSettings = z.infer<typeof SandboxSettings>;

export const FulfillmentAccount = z
  .strictObject({
    id: Uuid,
    provider: z.enum(PROVIDERS),
    name: z.string(),
    config: z.union([TremendousSettings, SandboxSettings]).describe('Configuration of the account, without its secrets.'),
    status: FulfillmentStatus,
    verified_at: Timestamp.nullable().describe('When the provider last accepted this configuration.'),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().describe('When the record was archived; null unless it is archived.'),
  })
  .meta({ id: 'FulfillmentAccount' });
export type FulfillmentAccount = z.infer<typeof FulfillmentAccount>;

const Config = JsonObject.describe(
  'TREMENDOUS: `api_key`, `environment` (SANDBOX or PRODUCTION), `funding_source_id`, `campaign_id?`. SANDBOX: `outcome` (DELIVER, FAIL, PENDING or TIMEOUT), `delay_seconds?`. Secrets are encrypted and never returned.',
).meta({ examples: [{ outcome: 'DELIVER', delay_seconds: 0 }] });

export const CreateFulfillmentAccount = z.strictObject({ provider: Provider, name: Name, config: Config });
export type CreateFulfillmentAccount = z.infer<typeof CreateFulfillmentAccount>;

export const FulfillmentAccountPath = z.strictObject({ id: Uuid });

export const UpdateFulfillmentAccount = FulfillmentAccountPath.extend({
  name: Name.optional(),
  config: Config.optional().describe(
    'Configuration of the account. Settings that you leave out stay unchanged; null removes an optional one.',
  ),
  status: FulfillmentStatus.optional().describe(
    'Status of the account. ARCHIVED is final: no new orders are placed, and existing ones are completed.',
  ),
});
export type UpdateFulfillmentAccount = z.infer<typeof UpdateFulfillmentAccount>;

export const ListFulfillmentAccounts = listQuery({
  ...createdWindow,
  ...sortedBy(['created_at', 'name']),
  ...searchText,
  ...archivedToo,
  status: FulfillmentStatus.optional(),
  provider: Provider.optional(),
});
export type ListFulfillmentAccounts = z.infer<typeof ListFulfillmentAccounts>;
export const FulfillmentAccountPage = pageOf(FulfillmentAccount);

export const FulfillmentProduct = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    category: z.string().nullable(),
    image_url: z.string().nullable(),
    currencies: z.array(z.string()).describe('ISO 4217 codes of the currencies in which the product is sold.'),
    countries: z.array(z.string()).describe('Countries in which the product can be used; empty when it can be used everywhere.'),
    face_values: z
      .array(z.strictObject({ min: DecimalString, max: DecimalString }))
      .describe(
        'Face values that can be ordered, in currency units. A fixed face value has `min` equal to `max`; an empty list allows any value.',
      ),
  })
  .meta({ id: 'FulfillmentProduct' });
export type FulfillmentProduct = z.infer<typeof FulfillmentProduct>;

export const ListFulfillmentProducts = listQuery({
  id: Uuid,
  search: Text.min(1).max(255).optional().describe('Case-insensitive partial match of the name.'),
  currency: z.string().length(3).optional().describe('Only products sold in this currency.'),
});
export type ListFulfillmentProducts = z.infer<typeof ListFulfillmentProducts>;
export const FulfillmentProductPage = pageOf(FulfillmentProduct);

export const SourcePolicy = z.strictObject({
  currency: z
    .string()
    .describe('ISO 4217 code of the currency.')
    .meta({ examples: ['USD'] }),
  min_face_value_minor: z.int().optional(),
  max_face_value_minor: z.int().optional(),
  denominations: z.array(z.int()).optional().describe('The only face values that can be redeemed; any within the bounds when absent.'),
});

export const RewardSource = z
  .strictObject({
    id: Uuid,
    program_id: Uuid,
    fulfillment_account_id: Uuid,
    asset_id: Uuid,
    rate: DecimalString.describe('Units of the asset that one currency unit costs.'),
    policy: SourcePolicy,
    status: FulfillmentStatus,
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().describe('When the record was archived; null unless it is archived.'),
  })
  .meta({ id: 'RewardSource' });
export type RewardSource = z.infer<typeof RewardSource>;

const Rate = z
  .unknown()
  .refine((value) => isRateText(value), {
    message: 'Must be a positive decimal string such as "100", with at most 18 decimal places.',
    params: { code: 'invalid_rate', expected: 'positive decimal string' },
  })
  .pipe(z.string())
  .describe("Units of the asset that one currency unit costs. The resulting prices must fit the asset's scale (`invalid_rate`).")
  .meta({ type: 'string', examples: ['100'] });

const Policy = z
  .unknown()
  .describe(
    '`{currency, min_face_value_minor?, max_face_value_minor?, denominations?}`: amounts in minor units of the currency; `denominations` are then the only face values.',
  )
  .meta({ type: 'object', examples: [{ currency: 'USD', denominations: [1000, 2500, 5000] }] });

const RewardSourcesPath = z.strictObject({ id: Uuid });
export const RewardSourcePath = RewardSourcesPath.extend({ source_id: Uuid });
export type RewardSourcePath = z.infer<typeof RewardSourcePath>;

export const CreateRewardSource = RewardSourcesPath.extend({
  fulfillment_account_id: Uuid,
  asset_id: Uuid.describe('The asset in which rewards of the source are paid; linked to the program.'),
  rate: Rate,
  policy: Policy,
});
export type CreateRewardSource = z.infer<typeof CreateRewardSource>;

export const UpdateRewardSource = RewardSourcePath.extend({
  rate: Rate.optional(),
  policy: Policy.optional(),
  status: FulfillmentStatus.optional().describe('Status of the source. ARCHIVED is final: its rewards can no longer be redeemed.'),
});
export type UpdateRewardSource = z.infer<typeof UpdateRewardSource>;

export const ListRewardSources = listQuery({
  id: Uuid,
  ...createdWindow,
  ...sortedBy(['created_at']),
  ...archivedToo,
  status: FulfillmentStatus.optional(),
  fulfillment_account_id: Uuid.optional(),
});
export type ListRewardSources = z.infer<typeof ListRewardSources>;
export const RewardSourcePage = pageOf(RewardSource);

/** The order behind a redemption of a provider-backed reward. */
export const Fulfillment = z
  .strictObject({
    status: z
      .enum(ORDER_STATUSES)
      .describe('Status of the order: PENDING until the provider is known to have it, ORDERED until the provider has finished it.'),
    provider: z.enum(PROVIDERS),
    provider_order_id: z.string().nullable(),
    face_value_minor: z.int().describe('Face value in minor units of `face_currency`.'),
    face_currency: z.string(),
    claim_url: z
      .string()
      .nullable()
      .describe(
        'URL of the page on which the participant consents and receives the reward. Treat it like a password. Null when the order has failed.',
      ),
    failure_reason: z.string().nullable().describe('Why the order failed, so that there is nothing to claim.'),
    resolved_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Fulfillment' });
export type Fulfillment = z.infer<typeof Fulfillment>;
