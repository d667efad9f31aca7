/** Provides what the actions on balances share: the account and asset they work on, and their outcome. */
import { NOTHING, type Decision } from '@/domain/decision';
import { invariant } from '@/domain/assert';
import type { AccountState, AssetTerms, Holder } from '@/domain/ledger/accounts';
import type { LedgerCommand, LedgerContext } from '@/domain/ledger/command';
import { formatAmount, sumAmounts, truncateToScale, ZERO, type Amount } from '@/domain/money';
import type { ActionOutcome, Effect, Stage } from './kind';
import type { HolderTarget } from './fields';
import { resolveHolder } from './target';

/** One account that an action works on. */
interface ActionMovement {
  readonly context: LedgerContext;
  readonly holder: Holder;
  readonly account: AccountState;
  /** Set for a PREFUNDED asset; null for any other. */
  readonly wallet: AccountState | null;
  readonly command: LedgerCommand;
}

interface Texts {
  readonly reference_id: string | null;
  readonly description: string | null;
}

export function openMovement(stage: Stage, holder: Holder, asset: AssetTerms, texts: Texts): ActionMovement {
  const { program, now } = stage.draft.world;
  return {
    context: { organizationId: program.organizationId, programId: program.id, asset, now, newId: stage.newId },
    holder,
    account: stage.draft.account(holder.type, holder.id, asset.id),
    wallet: asset.issuancePolicy === 'PREFUNDED' ? stage.draft.account('PROGRAM_WALLET', program.id, asset.id) : null,
    command: { holder, description: texts.description, referenceId: texts.reference_id, cause: stage.cause },
  };
}

export function assetOf({ draft }: Stage, { asset_id }: { readonly asset_id: string }): AssetTerms {
  const asset = draft.world.assets.get(asset_id);
  invariant(asset, 'a rule runs only while its assets are linked to the program');
  return asset;
}

/** Performs an action on one account with an amount, rounded down to the asset's scale; 0 or less is skipped. */
export function move(
  stage: Stage,
  source: { readonly asset_id: string; readonly target: HolderTarget },
  fields: Texts & { readonly amount: Amount },
  decide: (movement: ActionMovement, amount: Amount) => Decision,
): Effect {
  const asset = assetOf(stage, source);
  const amount = truncateToScale(fields.amount, asset.scale);
  if (!amount.greaterThan(ZERO)) return skippedZero(asset);
  const movement = openMovement(stage, resolveHolder(stage, source.target), asset, fields);
  return moved(movement.holder, asset, decide(movement, amount));
}

export const skippedZero = (asset: AssetTerms): Effect => ({ decision: NOTHING, outcome: { result: 'SKIPPED_ZERO', asset_id: asset.id } });

/** The effect of a decision on one holder: what arrives or, where nothing does, what is taken. One without an entry had nothing to take. */
export function moved(target: Holder, asset: AssetTerms, decision: Decision): Effect {
  const [entry] = decision.entries;
  if (!entry) return { decision, outcome: { result: 'NOTHING_TO_TAKE', target, asset_id: asset.id } };
  const postings = entry.postings.filter((posting) => posting.account.id === target.id);
  const arrived = postings.filter((posting) => posting.amount.isPositive());
  const amount = sumAmounts((arrived.length > 0 ? arrived : postings).map((posting) => posting.amount)).abs();
  return { decision, outcome: applied(target, asset, amount, entry.id) };
}

export const applied = (target: Holder, asset: AssetTerms, amount: Amount, entryId: string): Omit<ActionOutcome, 'type'> => ({
  result: 'APPLIED',
  target,
  asset_id: asset.id,
  amount: formatAmount(amount, asset.scale),
  journal_entry_id: entryId,
});
