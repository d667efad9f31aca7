/** FORFEIT: moves value of its target to breakage for good. */
import { forfeit } from '@/domain/ledger/forfeit';
import type { ActionKind } from './kind';
import { move } from './movement';

export const forfeitAction: ActionKind<'FORFEIT'> = {
  faults: () => [],
  perform: (stage, source, fields) =>
    move(stage, source, fields, ({ context, account, command }, amount) =>
      forfeit(context, account, { ...command, amount, bucket: source.bucket, filter: {} }),
    ),
};
