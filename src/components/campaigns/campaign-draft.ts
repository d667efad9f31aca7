/** Holds a campaign as its form edits it: every field as text, so that no input is lost. */
import type { Campaign, CreateCampaign } from '@/contract/campaign';
import { budgetDraftOf, budgetOf, type BudgetDraft } from '@/components/rules/budget-draft';

export interface CampaignDraft {
  readonly name: string;
  readonly description: string;
  /** API instants; empty for no bound. */
  readonly starts_at: string;
  readonly ends_at: string;
  readonly audience: string;
  readonly budgets: readonly BudgetDraft[];
}

export const campaignDraft = (campaign: Campaign | undefined): CampaignDraft => ({
  name: campaign?.name ?? '',
  description: campaign?.description ?? '',
  starts_at: campaign?.starts_at ?? '',
  ends_at: campaign?.ends_at ?? '',
  audience: campaign?.audience ?? '',
  budgets: (campaign?.budgets ?? []).map(budgetDraftOf),
});

/** The fields of a create or an update. */
export const campaignFieldsOf = (draft: CampaignDraft) => ({
  name: draft.name,
  description: draft.description.trim() || null,
  starts_at: draft.starts_at || null,
  ends_at: draft.ends_at || null,
  audience: draft.audience.trim() || null,
  budgets: draft.budgets.map(budgetOf) satisfies CreateCampaign['budgets'],
});
