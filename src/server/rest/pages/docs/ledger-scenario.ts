/** Defines the life of a few points, posting by posting: the ledger page shows it, and a test finds every figure in a real ledger. */

type LedgerAccount = 'ada' | 'bob' | 'wallet' | 'issuance' | 'redemption' | 'breakage';

/** Account, bucket (null: a system account, which has none), signed amount. */
export type ToldPosting = readonly [place: LedgerAccount, bucket: 'AVAILABLE' | 'HELD' | null, amount: string];

interface ToldEntry {
  readonly type: string;
  readonly postings: readonly ToldPosting[];
}

export interface LedgerStep {
  readonly title: string;
  readonly why: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly entries: readonly ToldEntry[];
  /** Ada's balance after this step. */
  readonly ada: { readonly available: string; readonly held: string };
  readonly wallet: string;
}

const entry = (type: string, ...postings: ToldPosting[]): ToldEntry => ({ type, postings });
const ada = '/participants/ext:ada';
const pair = { program_id: '$PROGRAM_ID', asset_id: '$ASSET_ID' };
const step = (
  title: string,
  why: string,
  path: string,
  body: Readonly<Record<string, unknown>>,
  entries: ToldEntry[],
  held: [string, string],
  wallet: string,
): LedgerStep => ({
  title,
  why,
  path,
  body,
  entries,
  ada: { available: held[0], held: held[1] },
  wallet,
});

export const LEDGER_STEPS: readonly LedgerStep[] = [
  step(
    'Fund the wallet',
    'The asset is PREFUNDED: credits to participants come out of the program wallet, and what is put into the wallet comes from the issuance account, which stands for the outside world.',
    '/programs/$PROGRAM_ID/assets/$ASSET_ID/fund',
    { amount: '1000', description: 'Budget of the year' },
    [entry('FUND', ['issuance', null, '-1000.00'], ['wallet', 'AVAILABLE', '1000.00'])],
    ['0.00', '0.00'],
    '1000.00',
  ),
  step(
    'Credit',
    'Ada earns 100 points, which expire after 30 days.',
    `${ada}/balances/adjust`,
    { ...pair, type: 'CREDIT', amount: '100', description: 'Welcome', expires_in: '30d' },
    [entry('CREDIT', ['wallet', 'AVAILABLE', '-100.00'], ['ada', 'AVAILABLE', '100.00'])],
    ['100.00', '0.00'],
    '900.00',
  ),
  step(
    'Hold',
    '30 are set aside under a reference while an order waits. They are still hers, but she cannot spend them.',
    `${ada}/balances/hold`,
    { ...pair, amount: '30', reference_id: 'order-1', description: 'Order 1' },
    [entry('HOLD', ['ada', 'AVAILABLE', '-30.00'], ['ada', 'HELD', '30.00'])],
    ['70.00', '30.00'],
    '900.00',
  ),
  step(
    'Release',
    'The order is cancelled.',
    `${ada}/balances/release`,
    { ...pair, amount: '30', reference_id: 'order-1', description: 'Order 1 was cancelled' },
    [entry('RELEASE', ['ada', 'HELD', '-30.00'], ['ada', 'AVAILABLE', '30.00'])],
    ['100.00', '0.00'],
    '900.00',
  ),
  step(
    'Credit provisionally',
    'Ada books a trip that will earn at most 50. They are drawn from the wallet and held until it is known what the trip earned.',
    `${ada}/balances/adjust`,
    { ...pair, type: 'CREDIT', bucket: 'HELD', reference_id: 'trip-7', amount: '50', description: 'Trip 7', expires_in: '30d' },
    [entry('CREDIT', ['wallet', 'AVAILABLE', '-50.00'], ['ada', 'HELD', '50.00'])],
    ['100.00', '50.00'],
    '850.00',
  ),
  step(
    'Settle',
    'The trip earned 40. The hold ends: 40 become available, and 10 go back to the wallet.',
    `${ada}/balances/adjust`,
    { ...pair, type: 'CREDIT', reference_id: 'trip-7', amount: '40', description: 'Trip 7 was flown' },
    [
      entry(
        'SETTLE',
        ['ada', 'HELD', '-40.00'],
        ['ada', 'HELD', '-10.00'],
        ['ada', 'AVAILABLE', '40.00'],
        ['wallet', 'AVAILABLE', '10.00'],
      ),
    ],
    ['140.00', '0.00'],
    '860.00',
  ),
  step(
    'Redeem',
    'Ada spends 60. The lots that expire first are spent first.',
    `${ada}/redemptions`,
    { ...pair, amount: '60', description: 'A mug', idempotency_key: 'mug' },
    [entry('REDEEM', ['ada', 'AVAILABLE', '-60.00'], ['redemption', null, '60.00'])],
    ['80.00', '0.00'],
    '860.00',
  ),
  step(
    'Reverse',
    'The mug had a crack: 25 come back, into the lots they came from and with their original expiry.',
    '/redemptions/$REDEMPTION_ID/reverse',
    { amount: '25', reason: 'A crack', idempotency_key: 'crack' },
    [entry('REVERSE', ['redemption', null, '-25.00'], ['ada', 'AVAILABLE', '25.00'])],
    ['105.00', '0.00'],
    '860.00',
  ),
  step(
    'Transfer',
    'Ada gives Bob 15, which keep their expiry.',
    '/transfers',
    { ...pair, source_external_id: 'ada', recipients: [{ external_id: 'bob', amount: '15' }], idempotency_key: 'gift' },
    [entry('TRANSFER', ['ada', 'AVAILABLE', '-15.00'], ['bob', 'AVAILABLE', '15.00'])],
    ['90.00', '0.00'],
    '860.00',
  ),
  step(
    'Expiry',
    'A month passes. What is left of each lot goes to breakage: 100 − 60 + 25 − 15 = 50 of the first lot, the 40 of the trip, and the 15 that Bob received.',
    '/sandbox/clock/advance',
    { by: '31d' },
    [
      entry('EXPIRE', ['ada', 'AVAILABLE', '-50.00'], ['breakage', null, '50.00']),
      entry('EXPIRE', ['ada', 'AVAILABLE', '-40.00'], ['breakage', null, '40.00']),
      entry('EXPIRE', ['bob', 'AVAILABLE', '-15.00'], ['breakage', null, '15.00']),
    ],
    ['0.00', '0.00'],
    '860.00',
  ),
];

/** The final balance of each account, as in the trial balance. */
export const LEDGER_END: readonly (readonly [account: string, balance: string, why: string])[] = [
  ['SYSTEM_ISSUANCE', '-1000.00', 'what has come in'],
  ['PROGRAM_WALLET', '860.00', 'what can still be issued'],
  ['PARTICIPANT', '0.00', 'what is owed'],
  ['SYSTEM_REDEMPTION', '35.00', '60 − 25: what was spent'],
  ['SYSTEM_BREAKAGE', '105.00', '50 + 40 + 15: what expired'],
];
