/** Presents campaigns with what they gave. */
import type { Campaign, CampaignPerformance } from '@/contract/campaign';
import { present } from '@/domain/assert';
import type { CampaignTerms } from '@/domain/campaigns/terms';
import { amountOf, formatAmount } from '@/domain/money';
import type { Performance } from '@/server/services/campaigns/campaign-performance';
import type { CampaignRecord } from '@/server/services/campaigns/campaigns';
import { presentBudget } from './budget';
import { presentTime } from './time';

export function presentCampaign({ row, status, budgets, sentence }: CampaignRecord): Campaign {
  const { description, starts_at, ends_at, audience } = row.campaign;
  return {
    id: row.id,
    program_id: row.program_id,
    key: row.key,
    name: row.name,
    description,
    status,
    starts_at,
    ends_at,
    audience,
    budgets: budgets.map(presentBudget),
    sentence,
    rule_count: row.rule_count,
    order: row.position,
    rule_configuration_version: row.rule_configuration_version,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
  };
}

export function presentPerformance({
  campaignId,
  programId,
  from,
  to,
  participants,
  events,
  assets,
  days,
  top,
}: Performance): CampaignPerformance {
  const scales = new Map(assets.map(({ assetId, scale }) => [assetId, scale]));
  const scaleOf = (assetId: string): number => present(scales.get(assetId), 'only assets that the campaign moved are told of');
  return {
    campaign_id: campaignId,
    program_id: programId,
    from: presentTime(from),
    to: presentTime(to),
    participants,
    events,
    assets: assets.map(({ assetId, symbol, scale, credited, takenBack }) => ({
      asset_id: assetId,
      symbol,
      credited: formatAmount(credited, scale),
      taken_back: formatAmount(takenBack, scale),
      net: formatAmount(credited.minus(takenBack), scale),
    })),
    days: days.map(({ day, assetId, credited, programCredited, programCreditedBefore }) => ({
      day,
      asset_id: assetId,
      credited: formatAmount(credited, scaleOf(assetId)),
      program_credited: formatAmount(programCredited, scaleOf(assetId)),
      program_credited_before: formatAmount(programCreditedBefore, scaleOf(assetId)),
    })),
    top_participants: top.map(({ credited, ...row }) => ({ ...row, credited: formatAmount(amountOf(credited), scaleOf(row.asset_id)) })),
  };
}

export const presentTerms = ({ budgets, ...terms }: CampaignTerms) => ({ ...terms, budgets: budgets.map((budget) => ({ ...budget })) });
