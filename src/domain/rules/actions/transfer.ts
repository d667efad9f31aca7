/** TRANSFER: moves value from the actor to the target. */
import { only } from '@/domain/assert';
import { transfer } from '@/domain/ledger/transfer';
import { truncateToScale, ZERO } from '@/domain/money';
import type { ActionKind } from './kind';
import { applied, assetOf, openMovement, skippedZero } from './movement';
import { resolveHolder } from './target';

export const transferAction: ActionKind<'TRANSFER'> = {
  faults: () => [],
  perform: (stage, source, fields) => {
    const asset = assetOf(stage, source);
    const amount = truncateToScale(fields.amount, asset.scale);
    if (!amount.greaterThan(ZERO)) return skippedZero(asset);
    const { context, account, command } = openMovement(stage, resolveHolder(stage, { type: 'ACTOR' }), asset, fields);
    const holder = resolveHolder(stage, source.target);
    const recipient = { holder, account: stage.draft.account(holder.type, holder.id, asset.id), amount };
    const decision = transfer(context, account, [recipient], { ...command, preserveExpiry: source.preserve_expiry });
    return { decision, outcome: applied(holder, asset, amount, only(decision.entries).id) };
  },
};
