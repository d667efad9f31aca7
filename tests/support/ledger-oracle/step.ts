/** Generates random ledger steps, small enough to print and replay. */
import fc from 'fast-check';
import { BUCKETS, SHORTFALL_POLICIES } from '@/domain/choices';
import type { AssetTerms, Bucket } from '@/domain/ledger/accounts';
import type { ShortfallPolicy } from '@/domain/ledger/debit';

/** Every combination of inventory mode and issuance policy. */
export const ASSET_KINDS: readonly Pick<AssetTerms, 'inventoryMode' | 'issuancePolicy' | 'scale'>[] = [
  { inventoryMode: 'SIMPLE', issuancePolicy: 'UNLIMITED', scale: 2 },
  { inventoryMode: 'SIMPLE', issuancePolicy: 'PREFUNDED', scale: 0 },
  { inventoryMode: 'LOT', issuancePolicy: 'UNLIMITED', scale: 4 },
  { inventoryMode: 'LOT', issuancePolicy: 'PREFUNDED', scale: 2 },
];

export const HOLDERS = ['ada', 'bob', 'team'] as const;

export interface Step {
  readonly kind: 'fund' | 'burn' | 'credit' | 'debit' | 'hold' | 'release' | 'void' | 'forfeit' | 'transfer' | 'takeBack';
  /** Index into ASSET_KINDS. */
  readonly asset: number;
  readonly holder: (typeof HOLDERS)[number];
  readonly bucket: Bucket;
  /** In smallest units of the asset. */
  readonly units: bigint;
  readonly reference: string | null;
  readonly policy: ShortfallPolicy;
  /** What is taken back of all that was earned under the reference. */
  readonly share: { readonly part: number; readonly whole: number };
  readonly expiresInSeconds: number | null;
  readonly maturesInSeconds: number | null;
  /** Only lots earned within this many milliseconds before the step, or only older ones. LOT assets only. */
  readonly earned: { readonly recently: boolean; readonly milliseconds: number } | null;
  /** Who gets `units` each: in a transfer, holders other than the sender; in any other step nobody. */
  readonly to: readonly (typeof HOLDERS)[number][];
  /** Whether the caller names an amount to void, omits what a hold needs, and drops expiry. */
  readonly careless: boolean;
  /** Time that passes before the step; never zero, so that lots differ in age. */
  readonly waitMilliseconds: number;
}

const often = <T>(weight: number, value: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });
const DAY_SECONDS = 86_400;
const seconds = fc.integer({ min: 1, max: 20 }).map((days) => days * DAY_SECONDS);
const units = fc.oneof(
  { weight: 20, arbitrary: fc.bigInt(1n, 60n) },
  { weight: 4, arbitrary: fc.bigInt(1n, 400n) },
  { weight: 1, arbitrary: fc.bigInt(1n, 10n ** 30n) },
);

const step: fc.Arbitrary<Step> = fc
  .record({
    kind: fc.oneof(
      { weight: 3, arbitrary: fc.constant('fund' as const) },
      { weight: 1, arbitrary: fc.constant('burn' as const) },
      { weight: 10, arbitrary: fc.constant('credit' as const) },
      { weight: 6, arbitrary: fc.constant('debit' as const) },
      { weight: 6, arbitrary: fc.constant('hold' as const) },
      { weight: 5, arbitrary: fc.constant('release' as const) },
      { weight: 3, arbitrary: fc.constant('void' as const) },
      { weight: 2, arbitrary: fc.constant('forfeit' as const) },
      { weight: 4, arbitrary: fc.constant('transfer' as const) },
      { weight: 6, arbitrary: fc.constant('takeBack' as const) },
    ),
    asset: fc.nat(ASSET_KINDS.length - 1),
    holder: fc.constantFrom(...HOLDERS),
    bucket: fc.oneof({ weight: 3, arbitrary: fc.constant('AVAILABLE' as const) }, { weight: 2, arbitrary: fc.constantFrom(...BUCKETS) }),
    units,
    reference: fc.constantFrom('r1', 'r1', 'r2', 'r3', null),
    policy: fc.constantFrom(...SHORTFALL_POLICIES),
    share: fc.oneof(
      fc.constant({ part: 1, whole: 1 }),
      fc.integer({ min: 2, max: 12 }).chain((whole) => fc.integer({ min: 1, max: whole }).map((part) => ({ part, whole }))),
    ),
    expiresInSeconds: often<number | null>(1, null, seconds),
    maturesInSeconds: often<number | null>(1, null, seconds),
    earned: often<Step['earned']>(
      4,
      null,
      fc.record({ recently: fc.boolean(), milliseconds: fc.integer({ min: 1, max: 5 * DAY_SECONDS * 1000 }) }),
    ),
    to: fc.subarray([...HOLDERS], { minLength: 1 }),
    careless: fc.nat(3).map((one) => one === 0),
    waitMilliseconds: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 1, max: 3_600_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 6 * DAY_SECONDS * 1000 }) },
    ),
  })
  .map(sensible);

/** Drops what callers cannot even express, and most of what would only be refused. */
function sensible(raw: Step): Step {
  const lots = ASSET_KINDS[raw.asset]!.inventoryMode === 'LOT';
  const isCredit = raw.kind === 'credit';
  const deferred = isCredit && raw.bucket === 'DEFERRED';
  const needsReference =
    raw.kind === 'void' || raw.kind === 'takeBack' || (!raw.careless && (raw.kind === 'hold' || (isCredit && raw.bucket === 'HELD')));
  const overdraws = raw.policy === 'ALLOW_NEGATIVE' && raw.bucket === 'AVAILABLE' && raw.units < 50n;
  const others = HOLDERS.filter((one) => one !== raw.holder);
  const named = others.filter((one) => raw.to.includes(one));
  return {
    ...raw,
    to: raw.kind !== 'transfer' ? [] : named.length > 0 ? named : others,
    bucket: raw.kind === 'forfeit' && raw.bucket === 'DEFERRED' ? 'HELD' : raw.bucket,
    units: raw.kind === 'fund' ? raw.units * 20n : raw.units,
    reference: needsReference ? (raw.reference ?? 'r1') : raw.reference,
    policy: raw.policy === 'ALLOW_NEGATIVE' && !overdraws ? 'PARTIAL' : raw.policy,
    expiresInSeconds: isCredit && lots ? raw.expiresInSeconds : null,
    maturesInSeconds: deferred && lots ? raw.maturesInSeconds : null,
    earned: lots && ['hold', 'release', 'forfeit'].includes(raw.kind) ? raw.earned : null,
  };
}

/** The step repeated for each account it concerns. */
export const aboutEach = (one: Step): Step[] => [one, ...one.to.map((holder) => ({ ...one, holder }))];

/** Steps that mostly hit one account, since that is where deep states arise. */
export const life: fc.Arbitrary<Step[]> = fc
  .tuple(fc.nat(ASSET_KINDS.length - 1), fc.constantFrom(...HOLDERS), fc.array(step, { minLength: 40, maxLength: 200 }))
  .map(([asset, holder, steps]) => steps.map((each, index) => (index % 5 === 0 ? each : sensible({ ...each, asset, holder }))));
