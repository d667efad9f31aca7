/** TRANSFER: moves value from the actor to the target. */
import { transfer } from '@/domain/ledger/transfer';
import { truncateToScale, ZERO } from '@/domain/money';
import { actionKind } from './kind';
import { applied, assetOf, openMovement, skippedZero } from './movement';
import type { TransferSource } from './source';
import { resolveHolder } from './target';

export const transferAction = actionKind<TransferSource>()({
  realm: 'BALANCES',
  templates: { amount: 'amount', reference_id: 'reference', description: 'description' },
  faults: () => [],
  perform: (stage, source, fields) => {
    const asset = assetOf(stage, source);
    const amount = truncateToScale(fields.amount, asset.scale);
    if (!amount.greaterThan(ZERO)) return skippedZero(asset);
    const { context, account, command } = openMovement(stage, resolveHolder(stage, { type: 'ACTOR' }), asset, fields);
    const holder = resolveHolder(stage, source.target);
    const recipient = { holder, account: stage.draft.account(holder.type, holder.id, asset.id), amount };
    const decision = transfer(context, account, [recipient], { ...command, preserveExpiry: source.preserve_expiry });
    return { decision, outcome: applied(holder, asset, amount, decision.entries[0]!.id) };
  },
});
