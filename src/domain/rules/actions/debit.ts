/** DEBIT: takes value from its target and returns it to its source. */
import { debit } from '@/domain/ledger/debit';
import type { ActionKind } from './kind';
import { move } from './movement';

export const debitAction: ActionKind<'DEBIT'> = {
  faults: () => [],
  perform: (stage, source, fields) =>
    move(stage, source, fields, ({ context, account, command }, amount) =>
      debit(context, account, { ...command, amount, bucket: source.bucket, shortfallPolicy: source.shortfall_policy }),
    ),
};
