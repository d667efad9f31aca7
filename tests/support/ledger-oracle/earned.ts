/**
 * Models what was earned under a reference: what was issued under it, less what is still provisional, what was taken back, and what of its
 * own lots was lost. The lots of a SIMPLE asset are all alike, so nothing of it counts as lost.
 */
import { drain, inOrder, sum, type Lot, type Purse } from './purse';
import type { Step } from './step';

export interface Earned {
  issued: bigint;
  /** What of it was issued into HELD. */
  provisionally: bigint;
  takenBack: bigint;
  lost: bigint;
}

function earningOf(purse: Purse, reference: string): Earned {
  const known = purse.earned.get(reference) ?? { issued: 0n, provisionally: 0n, takenBack: 0n, lost: 0n };
  purse.earned.set(reference, known);
  return known;
}

export function issue(purse: Purse, reference: string | null, units: bigint, provisionally: boolean): void {
  if (reference === null) return;
  const earning = earningOf(purse, reference);
  earning.issued += units;
  if (provisionally) earning.provisionally += units;
}

export function lose(purse: Purse, { origin }: Lot, units: bigint): void {
  if (origin !== null) earningOf(purse, origin).lost += units;
}

/** What a share of it is, rounded half up, and no more than is left. */
function takeable(purse: Purse, reference: string, { part, whole }: Step['share'], mode: 'SIMPLE' | 'LOT'): bigint {
  const { issued, provisionally, takenBack, lost } = earningOf(purse, reference);
  const held = purse.lots.filter((lot) => lot.bucket === 'HELD' && lot.reference === reference);
  const pending = mode === 'LOT' ? sum(held.filter((lot) => lot.provisional)) : least(sum(held), provisionally);
  const earned = most(issued - pending, 0n);
  const share = (2n * earned * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole));
  return least(share, most(earned - takenBack - (mode === 'LOT' ? lost : 0n), 0n));
}

/** Takes from what waits in DEFERRED first, then from its own lots, then from any. @returns null when the balance does not give it. */
export function takeBackOf(purse: Purse, { reference, share, policy }: Step, mode: 'SIMPLE' | 'LOT'): bigint | null {
  const wanted = takeable(purse, reference ?? '', share, mode);
  const isOwn = ({ origin }: Lot) => origin === reference;
  const lots = inOrder(purse.lots);
  const deferred = lots.filter((lot) => lot.bucket === 'DEFERRED' && isOwn(lot));
  const rest = drain(deferred, wanted);
  const available = lots.filter(({ bucket }) => bucket === 'AVAILABLE');
  const there = most(sum(available) - purse.overdraft, 0n);
  if (rest > there && policy === 'REJECT') return null;
  const given = policy === 'PARTIAL' ? least(rest, there) : rest;
  purse.overdraft += drain([...available.filter(isOwn), ...available.filter((lot) => !isOwn(lot))], given);
  const moved = wanted - rest + given;
  earningOf(purse, reference ?? '').takenBack += moved;
  return moved;
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const most = (one: bigint, other: bigint): bigint => (one > other ? one : other);
