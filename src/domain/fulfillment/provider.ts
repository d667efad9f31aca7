/** Lists the supported gift-card providers. */

/** SANDBOX simulates a provider, for trying things out. */
export const PROVIDERS = ['TREMENDOUS', 'SANDBOX'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

export const ACCOUNT_STATUSES = ['ACTIVE', 'ARCHIVED'] as const;
/** Of accounts and of reward sources alike. */
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];
