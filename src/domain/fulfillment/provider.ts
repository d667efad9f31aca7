/** The gift-card providers there are. */

/** SANDBOX plays a provider by itself, for trying things out. */
export const PROVIDERS = ['TREMENDOUS', 'SANDBOX'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

export const ACCOUNT_STATUSES = ['ACTIVE', 'ARCHIVED'] as const;
/** Of accounts and of reward sources alike. */
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];
