/** HOLD and RELEASE: set available value aside under a reference, and release it again. */
import { hold, release } from '@/domain/ledger/hold';
import type { ActionKind } from './kind';
import { move } from './movement';

export const holdAction: ActionKind<'HOLD'> = {
  faults: () => [],
  perform: (stage, source, fields) =>
    move(stage, source, fields, ({ context, account, command }, amount) => hold(context, account, { ...command, amount, filter: {} })),
};

export const releaseAction: ActionKind<'RELEASE'> = {
  faults: () => [],
  perform: (stage, source, fields) =>
    move(stage, source, fields, ({ context, account, command }, amount) => release(context, account, { ...command, amount, filter: {} })),
};
