/**
 * Models the ledger as plainly as possible: integers and lots in arrays, mutated in place. It knows the
 * effect of every step and the code that refuses it, and shares no code with the service.
 */
import { issue, lose, takeBackOf } from './earned';
import { choose, drain, inOrder, never, showLot, sum, type Bucket, type Lot, type Purse } from './purse';
import { aboutEach, ASSET_KINDS, type Step } from './step';

interface State {
  purses: Map<string, Purse>;
  wallets: bigint[];
  broken: bigint[];
  lotsMade: number;
}

class Refused extends Error {}
const refuse = (code: string): never => {
  throw new Refused(code);
};

export class Oracle {
  private state: State = { purses: new Map(), wallets: ASSET_KINDS.map(() => 0n), broken: ASSET_KINDS.map(() => 0n), lotsMade: 0 };

  /** Returns the units the step moves, or the code that refuses it; a refused step changes nothing. */
  run(step: Step, now: number): bigint | string {
    const before = structuredClone(this.state);
    try {
      return this.perform(step, now);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.state = before;
      return error.message;
    }
  }

  wallet(asset: number): bigint {
    return this.state.wallets[asset] ?? 0n;
  }

  breakage(asset: number): bigint {
    return this.state.broken[asset] ?? 0n;
  }

  /** The holder's account as lines: buckets, holds and, for a LOT asset, live lots. */
  show(asset: number, holder: string): string[] {
    const { lots, overdraft } = this.purse(asset, holder);
    const at = (bucket: Bucket) => lots.filter((lot) => lot.bucket === bucket);
    const holds = [...Map.groupBy(at('HELD'), (lot) => lot.reference ?? '')].map(([reference, under]) => `${reference}: ${sum(under)}`);
    const shown = ASSET_KINDS[asset]!.inventoryMode === 'SIMPLE' ? [] : lots.map(showLot);
    return [`${sum(at('AVAILABLE')) - overdraft}/${sum(at('HELD'))}/${sum(at('DEFERRED'))}`, ...holds.sort(), ...shown.sort()];
  }

  private purse(asset: number, holder: string): Purse {
    const key = `${asset}/${holder}`;
    const purse = this.state.purses.get(key) ?? { lots: [], overdraft: 0n, since: new Map<string, number>(), earned: new Map() };
    this.state.purses.set(key, purse);
    return purse;
  }

  private perform(step: Step, now: number): bigint {
    if (step.kind === 'fund' || step.kind === 'burn') return this.moveWallet(step);
    const purse = this.purse(step.asset, step.holder);
    const touched = aboutEach(step).map(({ asset, holder }) => this.purse(asset, holder));
    for (const each of touched) this.catchUp(each, step.asset, now);
    // An event brings all that its participant has in the program up to date.
    if (step.kind === 'takeBack') ASSET_KINDS.forEach((_, asset) => this.catchUp(this.purse(asset, step.holder), asset, now));
    const moved = this.apply(purse, step, now);
    for (const each of touched) each.lots = each.lots.filter((lot) => lot.left > 0n);
    const held = new Set(purse.lots.map((lot) => lot.reference));
    for (const reference of held) if (reference !== null && !purse.since.has(reference)) purse.since.set(reference, now);
    for (const reference of purse.since.keys()) if (!held.has(reference)) purse.since.delete(reference);
    return moved;
  }

  private moveWallet({ kind, asset, units }: Step): bigint {
    if (ASSET_KINDS[asset]!.issuancePolicy !== 'PREFUNDED') refuse('invalid_issuance_policy');
    if (kind === 'burn' && this.wallet(asset) < units) refuse('insufficient_funds');
    this.state.wallets[asset] = this.wallet(asset) + (kind === 'fund' ? units : -units);
    return units;
  }

  /** Takes units from a PREFUNDED asset's wallet; a negative number returns them. */
  private draw(asset: number, units: bigint): void {
    if (ASSET_KINDS[asset]!.issuancePolicy !== 'PREFUNDED') return;
    if (units > this.wallet(asset)) refuse('insufficient_funds');
    this.state.wallets[asset] = this.wallet(asset) - units;
  }

  private catchUp(purse: Purse, asset: number, now: number): void {
    const matured = inOrder(purse.lots.filter((lot) => lot.bucket === 'DEFERRED' && (lot.matures ?? never) <= now));
    this.move(purse, matured, sum(matured), 'AVAILABLE', null);
    const expired = purse.lots.filter((lot) => (lot.expires ?? never) <= now);
    this.state.broken[asset] = this.breakage(asset) + sum(expired);
    for (const lot of expired) lose(purse, lot, lot.left);
    purse.lots = purse.lots.filter((lot) => !expired.includes(lot) && lot.left > 0n);
    for (const reference of purse.since.keys()) if (!purse.lots.some((lot) => lot.reference === reference)) purse.since.delete(reference);
  }

  private apply(purse: Purse, step: Step, now: number): bigint {
    const { asset, kind, units, reference } = step;
    switch (kind) {
      case 'credit':
        return step.bucket === 'AVAILABLE' && reference !== null && purse.since.has(reference)
          ? this.settle(purse, step, reference, now)
          : this.credit(purse, step, now);
      case 'debit': {
        this.assertHeld(purse, step);
        const moved = this.take(purse, step, now);
        this.draw(asset, -moved);
        return moved;
      }
      case 'forfeit': {
        this.assertHeld(purse, step);
        const moved = this.take(purse, { ...step, policy: 'REJECT' }, now, (lot, part) => lose(purse, lot, part));
        this.state.broken[asset] = this.breakage(asset) + moved;
        return moved;
      }
      case 'hold': {
        if (reference === null) return refuse('missing_reference_id');
        const from = choose(purse, step, 'AVAILABLE', null, now);
        if (units > sum(from)) refuse('insufficient_funds');
        this.move(purse, from, units, 'HELD', reference);
        return units;
      }
      case 'takeBack':
        return this.takeBack(purse, step);
      case 'transfer':
        return this.transfer(purse, step);
      case 'release':
        return this.release(purse, step, now);
      default:
        return this.void(purse, step);
    }
  }

  private credit(purse: Purse, { asset, bucket, units, reference, expiresInSeconds, maturesInSeconds }: Step, now: number): bigint {
    if (maturesInSeconds !== null && expiresInSeconds !== null && maturesInSeconds > expiresInSeconds)
      refuse('invalid_lot_lifecycle_order');
    if (bucket === 'HELD' && reference === null) refuse('missing_reference_id');
    if (bucket === 'DEFERRED' && ASSET_KINDS[asset]!.inventoryMode === 'SIMPLE') refuse('invalid_operation');
    if (bucket === 'DEFERRED' && maturesInSeconds === null) refuse('invalid_lot_lifecycle');
    this.draw(asset, units);
    const held = bucket === 'HELD' ? reference : null;
    this.give(purse, units, { bucket, reference: held, origin: reference, now, expiresInSeconds, maturesInSeconds });
    issue(purse, reference, units, bucket === 'HELD');
    return units;
  }

  /** Ends the hold: moves its lots up to the amount, or makes one new lot when there are new terms. */
  private settle(purse: Purse, { asset, units, expiresInSeconds }: Step, reference: string, now: number): bigint {
    const under = inOrder(purse.lots.filter((lot) => lot.reference === reference));
    const held = sum(under);
    this.draw(asset, units - held);
    const kept = expiresInSeconds === null ? (units < held ? units : held) : 0n;
    this.move(purse, under, kept, 'AVAILABLE', null);
    for (const lot of purse.lots) if (lot.reference === reference) lot.left = 0n;
    if (units > kept)
      this.give(purse, units - kept, {
        bucket: 'AVAILABLE',
        reference: null,
        origin: reference,
        now,
        expiresInSeconds,
        maturesInSeconds: null,
      });
    issue(purse, reference, units - held, false);
    return units;
  }

  private assertHeld(purse: Purse, { bucket, reference }: Step): void {
    if (bucket === 'HELD' && reference !== null && !purse.since.has(reference)) refuse('not_found');
  }

  private take(purse: Purse, step: Step, now: number, taking: (lot: Lot, part: bigint) => void = () => undefined): bigint {
    const from = choose(purse, step, step.bucket, step.bucket === 'HELD' ? step.reference : null, now);
    const there = sum(from) - (step.bucket === 'AVAILABLE' ? purse.overdraft : 0n);
    let wanted = step.units;
    if (wanted > there) {
      if (step.policy === 'REJECT') refuse('insufficient_funds');
      if (step.policy === 'PARTIAL') wanted = there > 0n ? there : 0n;
    }
    purse.overdraft += drain(from, wanted, taking);
    return wanted;
  }

  private takeBack(purse: Purse, step: Step): bigint {
    const moved = takeBackOf(purse, step, ASSET_KINDS[step.asset]!.inventoryMode) ?? refuse('insufficient_funds');
    this.draw(step.asset, -moved);
    return moved;
  }

  /** Moves the same amount to each of `to`, first lots first; a careless transfer drops their expiry. */
  private transfer(purse: Purse, { asset, units, to, careless }: Step): bigint {
    const total = units * BigInt(to.length);
    const from = inOrder(purse.lots.filter((lot) => lot.bucket === 'AVAILABLE'));
    if (total > sum(from) - purse.overdraft) refuse('insufficient_funds');
    for (const recipient of to) {
      const theirs = this.purse(asset, recipient);
      let missing = units;
      for (const lot of from) {
        const part = lot.left < missing ? lot.left : missing;
        if (part === 0n) continue;
        lot.left -= part;
        missing -= part;
        const number = (this.state.lotsMade += 1);
        theirs.lots.push({
          ...lot,
          number,
          turn: lot.number,
          parent: null,
          amount: part,
          left: this.fill(theirs, part, 'AVAILABLE'),
          expires: careless ? null : lot.expires,
          provisional: false,
          origin: null,
        });
      }
    }
    return total;
  }

  private release(purse: Purse, step: Step, now: number): bigint {
    if (step.reference !== null && !purse.since.has(step.reference)) refuse('not_found');
    const from = choose(purse, step, 'HELD', step.reference, now);
    if (step.units > sum(from)) refuse('insufficient_funds');
    let missing = step.units;
    for (const under of Map.groupBy(from, (lot) => lot.reference).values()) {
      const part = sum(under) < missing ? sum(under) : missing;
      this.move(purse, under.reverse(), part, 'AVAILABLE', null);
      missing -= part;
    }
    return step.units;
  }

  private void(purse: Purse, { asset, units, reference, careless }: Step): bigint {
    if (ASSET_KINDS[asset]!.inventoryMode === 'SIMPLE') refuse('invalid_operation');
    if (!purse.since.has(reference ?? '')) refuse('not_found');
    const provisional = purse.lots.filter((lot) => lot.reference === reference && lot.provisional);
    const total = sum(provisional);
    if (total === 0n) refuse('invalid_operation');
    if (careless && units !== total) refuse('invalid_amount');
    for (const lot of provisional) lot.left = 0n;
    issue(purse, reference, -total, false);
    this.draw(asset, -total);
    return total;
  }

  /** Value entering AVAILABLE first repays the overdraft; returns what is left. */
  private fill(purse: Purse, units: bigint, bucket: Bucket): bigint {
    if (bucket !== 'AVAILABLE') return units;
    const paid = purse.overdraft < units ? purse.overdraft : units;
    purse.overdraft -= paid;
    return units - paid;
  }

  private give(
    purse: Purse,
    units: bigint,
    to: Pick<Lot, 'bucket' | 'reference' | 'origin'> & Pick<Step, 'expiresInSeconds' | 'maturesInSeconds'> & { now: number },
  ): void {
    const at = (seconds: number | null) => (seconds === null ? null : to.now + seconds * 1000);
    const [earned, expires, matures] = [to.now, at(to.expiresInSeconds), at(to.maturesInSeconds)];
    const number = (this.state.lotsMade += 1);
    const terms = { number, turn: number, parent: null, earned, expires, matures, provisional: to.bucket === 'HELD' };
    const { bucket, reference, origin } = to;
    purse.lots.push({ ...terms, amount: units, left: this.fill(purse, units, bucket), bucket, reference, origin });
  }

  /** Moves whole lots or splits off new ones; what returns to AVAILABLE rejoins its parent lot if that is there. */
  private move(purse: Purse, from: readonly Lot[], units: bigint, bucket: Bucket, reference: string | null): void {
    const isHome = ({ parent }: Lot) =>
      bucket === 'AVAILABLE' && parent?.bucket === 'AVAILABLE' && purse.lots.includes(parent) && parent.left > 0n;
    const homes = new Map(from.map((lot) => [lot, isHome(lot) ? lot.parent : null]));
    let missing = units;
    for (const lot of from) {
      const part = lot.left < missing ? lot.left : missing;
      if (part === 0n) continue;
      missing -= part;
      const whole = part === lot.left;
      const arriving = this.fill(purse, part, bucket);
      const home = homes.get(lot);
      const provisional = lot.provisional && bucket === 'HELD';
      if (home) home.left += arriving;
      else if (!whole)
        purse.lots.push({
          ...lot,
          number: (this.state.lotsMade += 1),
          turn: lot.number,
          parent: lot,
          amount: part,
          left: arriving,
          bucket,
          reference,
          provisional,
        });
      if (whole && !home) Object.assign(lot, { left: arriving, bucket, reference, provisional });
      else lot.left -= part;
    }
  }
}
