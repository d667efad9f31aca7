/** DEBIT: takes value from its target and returns it to its source. */
import { debit } from '@/domain/ledger/debit';
import { actionKind } from './kind';
import { move } from './movement';
import type { DebitSource } from './source';

export const debitAction = actionKind<DebitSource>()({
  realm: 'BALANCES',
  templates: { amount: 'amount', reference_id: 'reference', description: 'description' },
  faults: () => [],
  perform: (stage, source, fields) =>
    move(stage, source, fields, ({ context, account, command }, amount) =>
      debit(context, account, { ...command, amount, bucket: source.bucket, shortfallPolicy: source.shortfall_policy }),
    ),
});
