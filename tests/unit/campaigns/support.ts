/** Makes campaigns and their rules for tests without a database. */
import { compileCampaign } from '@/domain/campaigns/compiled';
import type { CampaignTerms } from '@/domain/campaigns/terms';
import type { BudgetSource } from '@/domain/rules/budget';
import { NOW, PTS } from '../rules/actions/support';

export const terms = (fields: Partial<CampaignTerms> = {}): CampaignTerms => ({
  description: null,
  starts_at: null,
  ends_at: null,
  audience: null,
  budgets: [],
  status: 'ACTIVE',
  ...fields,
});

export const campaign = (fields: Partial<CampaignTerms> = {}) =>
  compileCampaign({ id: 'spring', name: 'Spring', terms: terms(fields), createdAt: NOW });

export const limit = (amount: string, fields: Partial<BudgetSource> = {}): BudgetSource => ({
  asset_id: PTS,
  scope: 'PROGRAM',
  limit: amount,
  schedule_type: null,
  ...fields,
});
