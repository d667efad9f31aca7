/** Exports a program as a document that recreates it in any organization, listing what had to be left out. */
import type { ProgramConfiguration, SkippedPart } from '@/contract/program-configuration';
import { present } from '@/domain/assert';
import { amountOf, formatAmount } from '@/domain/money';
import { statusByStock } from '@/domain/redemptions/reward';
import type { Configuration } from '@/domain/rules/configuration';
import type { Ctx } from '@/server/platform/context';
import { loadProgramAssets, type AssetRecord } from '@/server/db/repositories/programs/assets';
import { loadProgramAutomations, type AutomationRow } from '@/server/db/repositories/automations/automations';
import { loadProgramRewards, type RewardRow } from '@/server/db/repositories/rewards/rewards';
import { loadProgramTiers, type TierRow } from '@/server/db/repositories/programs/tiers';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { lostCampaign, namedCampaign, type CampaignKeys } from '@/server/services/portable/campaign-keys';
import { readProgramParts } from '@/server/services/portable/program-parts';
import { writeDocument } from '@/server/services/rules/configuration-document';
import { configurationOf, configurationRows } from '@/server/services/rules/get-configuration';
import { getProgramForUpdate } from './programs';

type Parts = Pick<ProgramConfiguration, 'assets' | 'tiers' | 'rule_sets' | 'rewards' | 'automations'>;
type Part<Kind extends keyof Parts> = Parts[Kind][number];

/** @throws DomainError not_found. */
export const exportProgram = (ctx: Ctx, programId: string): Promise<ProgramConfiguration> =>
  withTransaction((tx) => portableProgram(ctx, tx, programId));

/** Read under the lock that every change of the program takes, so that its parts are consistent. @throws DomainError not_found. */
export async function portableProgram(ctx: Ctx, tx: Tx, programId: string): Promise<ProgramConfiguration> {
  const { description, on_unknown_participant, redemption_ttl, redemption_target, timezone } = await getProgramForUpdate(
    ctx,
    tx,
    programId,
  );
  const organizationId = ctx.organization.id;
  const linked = await loadProgramAssets(tx, organizationId, programId);
  const assets = linked.filter(({ status }) => status === 'ACTIVE');
  const usable = new Set(assets.map(({ id }) => id));
  const configuration = configurationOf(await configurationRows(ctx, programId, tx));
  const keys = new Map(configuration.map(({ id, key }) => [id, key]));
  const rules = usableRules(configuration, usable);
  const rewards = (await loadProgramRewards(tx, organizationId, programId)).map((row) => ({ row, obstacle: obstacleTo(row, usable) }));
  const automations = await loadProgramAutomations(tx, organizationId, programId);
  const symbols = new Map(assets.map(({ id, symbol }) => [id, symbol]));
  const tiers = await loadProgramTiers(tx, organizationId, programId);
  const { skipped, ...parts } = await readProgramParts(
    tx,
    { organizationId, programId, now: ctx.clock.now() },
    { campaigns: keys, symbols, tiers: new Set(tiers.map(({ key }) => key)) },
  );
  const symbolOf = (row: RewardRow): string => present(symbols.get(row.asset_id), 'a reward in any other asset has an obstacle');
  return {
    program: { description, on_unknown_participant, redemption_ttl, redemption_target, timezone },
    assets: assets.map(portableAsset),
    tiers: tiers.map(portableTier),
    rule_sets: writeDocument(rules.usable, assets).rule_sets,
    rewards: rewards.flatMap(({ row, obstacle }) => (obstacle ? [] : [portableReward(row, symbolOf(row))])),
    automations: automations.flatMap((row) => (obstacleToAutomation(row, keys) ? [] : [portableAutomation(row, keys)])),
    ...parts,
    skipped: [
      ...linked.flatMap(({ symbol, status }) => (status === 'ACTIVE' ? [] : [skip('ASSET', symbol, 'ARCHIVED')])),
      ...assets.flatMap(({ symbol, issuance_policy: policy }) =>
        policy === 'PREFUNDED' ? [skip('WALLET', symbol, 'BALANCE_NOT_COPIED')] : [],
      ),
      ...rules.unusable.map((ref) => skip('RULE', ref, 'ASSET_NOT_AVAILABLE')),
      ...rewards.flatMap(({ row, obstacle }) => (obstacle ? [skip('REWARD', row.name, obstacle)] : [])),
      ...automations.flatMap((row) => {
        const obstacle = obstacleToAutomation(row, keys);
        return obstacle ? [skip('AUTOMATION', row.name, obstacle)] : [];
      }),
      ...skipped,
    ],
  };
}

const skip = (kind: SkippedPart['kind'], key: string, reason: SkippedPart['reason']): SkippedPart => ({ kind, key, reason });

const obstacleTo = ({ reward_source_id: source, asset_id }: RewardRow, usable: ReadonlySet<string>): SkippedPart['reason'] | null =>
  source !== null ? 'PROVIDER_BACKED' : usable.has(asset_id) ? null : 'ASSET_NOT_AVAILABLE';

const obstacleToAutomation = (row: AutomationRow, keys: CampaignKeys): SkippedPart['reason'] | null =>
  row.status === 'COMPLETED' ? 'COMPLETED' : lostCampaign(row, keys) ? 'CAMPAIGN_NOT_AVAILABLE' : null;

/** The configuration without rules and budgets of campaigns that use assets outside `usable`, and the references of those rules. */
function usableRules(configuration: Configuration, usable: ReadonlySet<string>): { usable: Configuration; unusable: string[] } {
  const fits = (rule: Configuration[number]['rules'][number]) =>
    rule.actions.every((action) => !('asset_id' in action) || usable.has(action.asset_id)) &&
    rule.budgets.every(({ asset_id }) => usable.has(asset_id));
  return {
    usable: configuration.map(({ campaign, ...set }) => ({
      ...set,
      // What the budget limited is credited by none of the rules that are left.
      campaign: campaign && { ...campaign, budgets: campaign.budgets.filter(({ asset_id }) => usable.has(asset_id)) },
      rules: set.rules.filter(fits),
    })),
    unusable: configuration.flatMap(({ rules }) => rules.filter((rule) => !fits(rule)).map(({ client_ref }) => client_ref)),
  };
}

const portableAsset = ({ name, symbol, scale, inventory_mode, issuance_policy, max_transaction_amount: ceiling }: AssetRecord) =>
  ({
    name,
    symbol,
    scale,
    inventory_mode,
    issuance_policy,
    max_transaction_amount: ceiling === null ? null : formatAmount(amountOf(ceiling), scale),
  }) satisfies Part<'assets'>;

const portableTier = ({ key, name, description, levels, lifecycle }: TierRow): Part<'tiers'> => ({
  key,
  name,
  description,
  levels: levels.map(({ benefits, qualification, ...level }) => ({
    ...level,
    benefits: [...benefits],
    qualification: qualification && { mode: qualification.mode, criteria: [...qualification.criteria] },
  })),
  lifecycle: lifecycle && portableLifecycle(lifecycle),
});

function portableLifecycle({
  qualification_period: { type, start_month, start_day },
  counters,
  ...lifecycle
}: NonNullable<TierRow['lifecycle']>): NonNullable<Part<'tiers'>['lifecycle']> {
  return {
    ...lifecycle,
    qualification_period: { type, ...(start_month === null ? {} : { start_month }), ...(start_day === null ? {} : { start_day }) },
    counters: { ...counters, qualifying: [...counters.qualifying] },
  };
}

/** As before any redemption: being sold out is not carried over, being closed by hand is. */
const portableReward = (row: RewardRow, asset: string): Part<'rewards'> => ({
  asset,
  name: row.name,
  description: row.description,
  category: row.category,
  image_url: row.image_url,
  metadata: row.metadata,
  redemption_type: row.redemption_type,
  unit_cost: row.unit_cost === null ? null : formatAmount(amountOf(row.unit_cost), row.scale),
  status: openStatus(row),
  max_total: row.max_total,
  max_per_participant: row.max_per_participant,
  available_from: row.available_from?.toISOString() ?? null,
  available_until: row.available_until?.toISOString() ?? null,
});

function openStatus(row: RewardRow): Part<'rewards'>['status'] {
  const status = statusByStock(row, { max_total: row.max_total, redeemed_count: 0 });
  return status === 'ARCHIVED' ? 'DRAFT' : status;
}

function portableAutomation({ trigger, event, ...row }: AutomationRow, keys: CampaignKeys): Part<'automations'> {
  const { type, timezone, cron_expression, run_at } = trigger;
  return {
    name: row.name,
    description: row.description,
    status: row.status === 'PAUSED' ? 'PAUSED' : 'ACTIVE',
    trigger: {
      type,
      timezone,
      ...(cron_expression === null ? {} : { cron_expression }),
      ...(run_at === null ? {} : { run_at: run_at.toISOString() }),
    },
    scope: row.scope,
    participant_filter: row.participant_filter,
    guard_condition: row.guard_condition,
    ...namedCampaign(row, keys),
    event: { type: event.type, data: event.data },
  };
}
