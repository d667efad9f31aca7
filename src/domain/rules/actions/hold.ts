/** HOLD and RELEASE: set available value aside under a reference, and release it again. */
import { hold, release } from '@/domain/ledger/hold';
import { actionKind } from './kind';
import { move } from './movement';
import type { HoldSource, ReleaseSource } from './source';

const templates = { amount: 'amount', reference_id: 'reference', description: 'description' } as const;

export const holdAction = actionKind<HoldSource>()({
  realm: 'BALANCES',
  templates,
  faults: () => [],
  perform: (stage, source, fields) =>
    move(stage, source, fields, ({ context, account, command }, amount) => hold(context, account, { ...command, amount, filter: {} })),
});

export const releaseAction = actionKind<ReleaseSource>()({
  realm: 'BALANCES',
  templates,
  faults: () => [],
  perform: (stage, source, fields) =>
    move(stage, source, fields, ({ context, account, command }, amount) => release(context, account, { ...command, amount, filter: {} })),
});
