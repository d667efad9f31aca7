/** Describes the gift-card providers, and the form that edits an account's configuration. */
import type { SANDBOX_OUTCOMES, FulfillmentAccount } from '@/contract/fulfillment';
import type { ProviderName } from '@/domain/fulfillment/provider';
import { numberOf } from '@/components/ui/number-text';

export const PROVIDER_OPTIONS: readonly { value: ProviderName; label: string }[] = [
  { value: 'TREMENDOUS', label: 'Tremendous' },
  { value: 'SANDBOX', label: 'Sandbox: simulates a provider, delivers nothing' },
];

export const providerName = (provider: ProviderName): string => (provider === 'TREMENDOUS' ? 'Tremendous' : 'Sandbox');

export const ENVIRONMENT_OPTIONS = [
  { value: 'SANDBOX', label: 'Test environment' },
  { value: 'PRODUCTION', label: 'Production: spends money' },
] as const;

export const OUTCOME_OPTIONS: readonly { value: (typeof SANDBOX_OUTCOMES)[number]; label: string }[] = [
  { value: 'DELIVER', label: 'Delivers every order' },
  { value: 'FAIL', label: 'Refuses every order' },
  { value: 'PENDING', label: 'Accepts every order and never delivers' },
  { value: 'TIMEOUT', label: 'Never answers' },
];

export interface AccountDraft {
  provider: ProviderName;
  name: string;
  api_key: string;
  environment: (typeof ENVIRONMENT_OPTIONS)[number]['value'];
  funding_source_id: string;
  campaign_id: string;
  outcome: (typeof SANDBOX_OUTCOMES)[number];
  delay_seconds: string;
}

const EMPTY: AccountDraft = {
  provider: 'TREMENDOUS',
  name: '',
  api_key: '',
  environment: 'SANDBOX',
  funding_source_id: '',
  campaign_id: '',
  outcome: 'DELIVER',
  delay_seconds: '0',
};

export function draftOf(account: FulfillmentAccount | undefined): AccountDraft {
  if (!account) return EMPTY;
  const { provider, name, config } = account;
  return 'outcome' in config
    ? { ...EMPTY, provider, name, outcome: config.outcome, delay_seconds: String(config.delay_seconds ?? 0) }
    : {
        ...EMPTY,
        provider,
        name,
        environment: config.environment,
        funding_source_id: config.funding_source_id,
        campaign_id: config.campaign_id ?? '',
      };
}

/** @param isNew whether the account has no key yet; otherwise an empty key keeps the stored one. */
export function configOf(draft: AccountDraft, isNew: boolean): Record<string, unknown> {
  if (draft.provider === 'SANDBOX') return { outcome: draft.outcome, delay_seconds: numberOf(draft.delay_seconds) };
  const key = draft.api_key.trim();
  return {
    ...(isNew || key !== '' ? { api_key: key } : {}),
    environment: draft.environment,
    funding_source_id: draft.funding_source_id.trim(),
    campaign_id: draft.campaign_id.trim() || null,
  };
}
