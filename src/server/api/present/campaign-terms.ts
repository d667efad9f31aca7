/** Presents the terms of a campaign in their wire form. */
import type { CampaignTerms } from '@/domain/campaigns/terms';

export const presentTerms = ({ budgets, ...terms }: CampaignTerms) => ({ ...terms, budgets: budgets.map((budget) => ({ ...budget })) });
