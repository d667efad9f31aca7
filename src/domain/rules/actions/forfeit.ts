/** FORFEIT: moves value of its target to breakage for good. */
import { forfeit } from '@/domain/ledger/forfeit';
import { actionKind } from './kind';
import { move } from './movement';
import type { ForfeitSource } from './source';

export const forfeitAction = actionKind<ForfeitSource>()({
  realm: 'BALANCES',
  templates: { amount: 'amount', reference_id: 'reference', description: 'description' },
  faults: () => [],
  perform: (stage, source, fields) =>
    move(stage, source, fields, ({ context, account, command }, amount) =>
      forfeit(context, account, { ...command, amount, bucket: source.bucket, filter: {} }),
    ),
});
