/** VOID_PENDING: takes back what was credited to HELD under a reference and is still there; does nothing if nothing is. */
import { NOTHING } from '@/domain/decision';
import { hasProvisional, voidHold } from '@/domain/ledger/settle';
import type { ActionKind } from './kind';
import { assetOf, moved, openMovement } from './movement';
import { resolveHolder } from './target';

export const voidPendingAction: ActionKind<'VOID_PENDING'> = {
  faults: ({ asset_id }, { assets }) => {
    const asset = assets.get(asset_id);
    if (asset?.inventoryMode !== 'SIMPLE') return [];
    return [
      {
        field: 'asset_id',
        message: `${asset.symbol} is not kept in lots; use RELEASE instead.`,
        reason: 'invalid_value',
        code: 'invalid_operation',
      },
    ];
  },
  perform: (stage, source, fields) => {
    const asset = assetOf(stage, source);
    const { context, holder, account, command } = openMovement(stage, resolveHolder(stage, source.target), asset, fields);
    if (!hasProvisional(account, fields.reference_id)) {
      return { decision: NOTHING, outcome: { result: 'NOTHING_TO_VOID', target: holder, asset_id: asset.id } };
    }
    return moved(holder, asset, voidHold(context, account, { ...command, referenceId: fields.reference_id, amount: null }));
  },
};
