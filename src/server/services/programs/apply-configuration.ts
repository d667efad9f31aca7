/** Creates a program with everything that a document describes, within the caller's transaction. */
import type { ProgramClone, ProgramConfiguration, SkippedPart } from '@/contract/program-configuration';
import { DomainError } from '@/domain/errors';
import { withErrorPath } from '@/domain/error-path';
import type { ActionTarget } from '@/domain/rules/actions/fields';
import { assertConfigurationSound } from '@/domain/rules/configuration-check';
import type { Configuration, ConfiguredRule } from '@/domain/rules/configuration';
import type { Ctx } from '@/server/platform/context';
import { findAssetsBySymbolForUpdate } from '@/server/db/repositories/programs/assets';
import { loadKnownHolders } from '@/server/db/repositories/people/known-holders';
import { linkProgramAsset, type ProgramRow } from '@/server/db/repositories/programs/programs';
import { loadRuleSurroundings } from '@/server/db/repositories/rules/rule-surroundings';
import type { Tx } from '@/server/db/transaction';
import { createAsset } from './assets';
import { createAutomation } from '@/server/services/automations/automations';
import { naming } from '@/server/services/naming';
import { campaignIdsOf, campaignNamed, type CampaignIds } from '@/server/services/portable/campaign-keys';
import { ofProgram } from '@/server/services/portable/of-program';
import { writeProgramParts } from '@/server/services/portable/program-parts';
import { createReward } from '@/server/services/rewards/rewards';
import { beginConfigurationChange } from '@/server/services/rules/put-configuration';
import { readDocument } from '@/server/services/rules/configuration-document';
import type { Overridable } from '@/server/services/rules/examples';
import { configurationRows } from '@/server/services/rules/get-configuration';
import { replaceConfiguration } from '@/server/services/rules/replace-configuration';
import { createTier } from '@/server/services/tiers/tiers';
import { createProgram, getProgramForUpdate } from './programs';

export interface AppliedProgram {
  readonly program: ProgramRow;
  readonly copied: ProgramClone['copied'];
  readonly skipped: readonly SkippedPart[];
}

/** Asset ids by symbol. */
type AssetIds = ReadonlyMap<string, string>;

/**
 * Every error names the field of the document at fault.
 * @throws DomainError validation_error, asset_archived, asset_not_linked, invalid_amount, rule_example_failed and the codes of faults in actions.
 */
export async function applyConfiguration(
  ctx: Ctx,
  tx: Tx,
  name: string,
  document: ProgramConfiguration,
  request: Overridable = {},
): Promise<AppliedProgram> {
  const { id } = await createProgram(ctx, tx, { name, ...document.program });
  const assets = await linkAssets(ctx, tx, id, document.assets);
  for (const [index, tier] of document.tiers.entries()) await withErrorPath(`tiers[${index}]`, () => createTier(ctx, tx, { id, ...tier }));
  const rules = await writeRules(ctx, tx, id, document, assets, request);
  for (const [index, reward] of document.rewards.entries())
    await withErrorPath(`rewards[${index}]`, () => writeReward(ctx, tx, id, reward, assets));
  const campaigns = await campaignIdsOf(tx, ctx.organization.id, id);
  const automations = await writeAutomations(ctx, tx, id, document.automations, campaigns);
  const parts = await writeProgramParts(await ofProgram(ctx, tx, id), document);
  return {
    program: await getProgramForUpdate(ctx, tx, id),
    copied: {
      assets: assets.size,
      tiers: document.tiers.length,
      rule_sets: document.rule_sets.length,
      rules: rules.written,
      rewards: document.rewards.length,
      automations: document.automations.length - automations.length,
      ...parts.copied,
    },
    skipped: [...document.skipped, ...rules.skipped, ...automations, ...parts.skipped],
  };
}

/** An asset that the organization already has is used unchanged, so its balances and other programs are unaffected. */
async function linkAssets(ctx: Ctx, tx: Tx, programId: string, wanted: ProgramConfiguration['assets']): Promise<AssetIds> {
  const organizationId = ctx.organization.id;
  const symbols = wanted.map(({ symbol }) => symbol);
  const existing = new Map((await findAssetsBySymbolForUpdate(tx, organizationId, symbols)).map((asset) => [asset.symbol, asset]));
  const ids = new Map<string, string>();
  for (const [index, asset] of wanted.entries()) {
    const found = existing.get(asset.symbol);
    if (found) {
      assertSameAsset(found, asset, `assets[${index}]`);
      await linkProgramAsset(tx, organizationId, programId, found.id, ctx.clock.now());
    }
    const { id } = found ?? (await withErrorPath(`assets[${index}]`, () => createAsset(ctx, tx, { ...asset, program_ids: [programId] })));
    ids.set(asset.symbol, id);
  }
  return ids;
}

const NEVER_CHANGES = ['scale', 'inventory_mode', 'issuance_policy'] as const;
type Existing = Awaited<ReturnType<typeof findAssetsBySymbolForUpdate>>[number];

function assertSameAsset(found: Existing, wanted: ProgramConfiguration['assets'][number], path: string): void {
  if (found.status === 'ARCHIVED')
    throw new DomainError('asset_archived', `The organization's asset ${found.symbol} is archived; choose another symbol.`, {
      param: `${path}.symbol`,
    });
  const fields = NEVER_CHANGES.filter((name) => found[name] !== wanted[name]).map((name) => ({
    field: `${path}.${name}`,
    message: `The organization's asset ${found.symbol} has ${found[name]} here; give this one another symbol.`,
    reason: 'invalid_value',
  }));
  const [first] = fields;
  if (first) throw new DomainError('validation_error', `\`${first.field}\`: ${first.message}`, { param: first.field, fields });
}

async function writeRules(
  ctx: Ctx,
  tx: Tx,
  programId: string,
  { rule_sets }: ProgramConfiguration,
  assets: AssetIds,
  request: Overridable,
): Promise<{ written: number; skipped: SkippedPart[] }> {
  const change = await beginConfigurationChange(ctx, tx, programId);
  const stored = await configurationRows(ctx, programId, tx);
  const wanted = readDocument(
    rule_sets,
    [],
    Array.from(assets, ([symbol, id]) => ({ id, symbol })),
  );
  const known = await loadKnownHolders(tx, change.organizationId, wanted.flatMap(rulesOf).flatMap(holdersNamedBy));
  const fits = (rule: ConfiguredRule) => holdersNamedBy(rule).every((id) => known.has(id));
  const rules = wanted.flatMap(rulesOf).filter(fits);
  const surroundings = await loadRuleSurroundings(tx, change.organizationId, programId);
  assertConfigurationSound(wanted, new Set([...wanted, ...rules].map(({ id }) => id)), surroundings);
  await replaceConfiguration(
    ctx,
    tx,
    change,
    stored,
    wanted.map((set) => ({ ...set, rules: set.rules.filter(fits) })),
    request,
  );
  const left = wanted.flatMap(rulesOf).filter((rule) => !fits(rule));
  return { written: rules.length, skipped: left.map(({ client_ref: key }) => ({ kind: 'RULE', key, reason: 'HOLDER_NOT_FOUND' })) };
}

const rulesOf = ({ rules }: Configuration[number]): readonly ConfiguredRule[] => rules;

/** Participants and groups that a rule names by id, which means nothing in another organization. */
const holdersNamedBy = ({ actions }: ConfiguredRule): string[] =>
  actions.flatMap(({ target }: { readonly target: ActionTarget }) =>
    (target.type === 'PARTICIPANT' || target.type === 'GROUP') && target.id !== undefined ? [target.id] : [],
  );

async function writeReward(
  ctx: Ctx,
  tx: Tx,
  id: string,
  { asset, ...reward }: ProgramConfiguration['rewards'][number],
  assets: AssetIds,
): Promise<void> {
  const asset_id = assets.get(asset);
  if (asset_id === undefined)
    throw new DomainError('asset_not_linked', 'The configuration has no asset with this symbol; add it to `assets`.', { param: 'asset' });
  await createReward(ctx, tx, { id, asset_id, ...reward });
}

/** @returns the automations skipped because their only run lies in the past. */
async function writeAutomations(
  ctx: Ctx,
  tx: Tx,
  id: string,
  wanted: ProgramConfiguration['automations'],
  campaigns: CampaignIds,
): Promise<SkippedPart[]> {
  const skipped: SkippedPart[] = [];
  for (const [index, { status, campaign, ...automation }] of wanted.entries()) {
    const { run_at } = automation.trigger;
    if (run_at !== undefined && new Date(run_at) <= ctx.clock.now())
      skipped.push({ kind: 'AUTOMATION', key: automation.name, reason: 'TIME_PASSED' });
    else
      await withErrorPath(`automations[${index}]`, () => {
        const campaign_id = campaignNamed(campaign, campaigns);
        return naming({ campaign_id: 'campaign' }, () => createAutomation(ctx, tx, { id, ...automation, campaign_id }, status));
      });
  }
  return skipped;
}
