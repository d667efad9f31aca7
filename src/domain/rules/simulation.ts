/** Builds a world with supposed state, so that rules can be tried on it; nothing of it is ever written. */
import { DomainError } from '@/domain/errors';
import { namesIn } from '@/domain/fields';
import { accountKey, emptyAccount, type AccountState, type AssetTerms, type Balance, type Bucket } from '@/domain/ledger/accounts';
import type { Lot } from '@/domain/ledger/lots';
import type { NewId } from '@/domain/decision';
import { tooManyPlaces, type Amount } from '@/domain/money';
import { plainCounter } from '@/domain/participants/counters';
import { tierPlace, type Subject } from '@/domain/participants/state';
import { NO_STATE, type SubjectState } from '@/domain/participants/subject-state';
import type { ParticipantFacts, World } from './world';

/** The state to suppose. Tags replace all tags; everything else replaces only what has the same key. */
export interface SupposedState {
  /** In lower case. */
  readonly tags?: readonly string[];
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly counters?: Readonly<Record<string, Amount>>;
  readonly tiers?: Readonly<Record<string, { readonly level: string; readonly rank: number }>>;
  /** By asset symbol; not below zero. Ignored for the program. */
  readonly balances?: Readonly<Record<string, Partial<Balance>>>;
}

/** A participant of a simulation; one that is `fresh` does not exist outside it. */
export interface SupposedPerson {
  readonly id: string;
  readonly externalId: string;
  readonly fresh: boolean;
  /** When they are supposed to have been enrolled; absent: as they were, or just now. */
  readonly enrolledAt?: Date | undefined;
}

/** Adds the fresh participants; who was not enrolled before is so from now on, as if by this event. */
export function withNewcomers(world: World, people: readonly SupposedPerson[]): World {
  const fresh = people.filter((person) => person.fresh);
  return {
    ...world,
    participants: new Map([
      ...world.participants,
      ...people.map(({ id, externalId, enrolledAt }): [string, ParticipantFacts] => {
        const known: ParticipantFacts = world.participants.get(id) ?? { id, externalId, status: 'ACTIVE', enrolledAt: null };
        return [id, { ...known, enrolledAt: enrolledAt ?? known.enrolledAt ?? world.now }];
      }),
    ]),
    reachableTiers: new Map([...world.reachableTiers, ...fresh.map(({ id }) => [id, world.programTiers] as const)]),
  };
}

/**
 * Replaces the state of a subject in place.
 * @param name the caller's name for the subject, such as `participant`.
 * @throws DomainError asset_not_linked for a balance of an unknown symbol, invalid_amount for one beyond the scale.
 */
export function suppose(world: World, subject: Subject, state: SupposedState, name: string, newId: NewId): void {
  world.states.set(subject.id, supposedState(world, world.states.get(subject.id) ?? NO_STATE, state));
  if (subject.type === 'PROGRAM') return;
  for (const [symbol, balance] of Object.entries(state.balances ?? {})) {
    const asset = [...world.assets.values()].find((candidate) => candidate.symbol === symbol);
    const param = `state.${name}.balances.${symbol}`;
    if (!asset) throw new DomainError('asset_not_linked', 'The program has no linked asset with this symbol; link it first.', { param });
    assertWithinScale(balance, asset, param);
    const key = accountKey(subject.id, world.program.id, asset.id);
    const account =
      world.accounts.get(key) ?? emptyAccount({ type: subject.type, id: subject.id, programId: world.program.id, assetId: asset.id });
    world.accounts.set(key, supposedAccount(account, asset, balance, world.now, newId));
  }
}

function supposedState(
  { now, program }: World,
  present: SubjectState,
  { tags, attributes, counters = {}, tiers = {} }: SupposedState,
): SubjectState {
  const dated = Object.entries(counters).map(([key, value]) => [key, { ...plainCounter(value), updatedAt: now }] as const);
  const tierMemberships = Object.entries(tiers).map(
    ([key, place]) => [tierPlace({ programId: program.id, key }), { ...place, since: now, expiresAt: null, inGrace: false }] as const,
  );
  return {
    tags: tags === undefined ? present.tags : [...new Set(tags)].sort(),
    attributes: { ...present.attributes, ...attributes },
    counters: new Map([...present.counters, ...dated]),
    tierMemberships: new Map([...present.tierMemberships, ...tierMemberships]),
  };
}

const BUCKETS = { available: 'AVAILABLE', held: 'HELD', deferred: 'DEFERRED' } as const satisfies Record<keyof Balance, Bucket>;
/** The reference of the hold for supposed value in HELD. */
const SUPPOSED_HOLD = 'supposed';

function assertWithinScale(balance: Partial<Balance>, { scale }: AssetTerms, param: string): void {
  for (const [bucket, amount] of Object.entries(balance)) {
    if (amount.decimalPlaces() > scale)
      throw new DomainError('invalid_amount', tooManyPlaces('The balance', scale), {
        param: `${param}.${bucket}`,
      });
  }
}

/** In each given bucket, one lot that never expires holds all of the value. */
function supposedAccount(account: AccountState, asset: AssetTerms, balance: Partial<Balance>, now: Date, newId: NewId): AccountState {
  const given = namesIn(BUCKETS).flatMap((name) => {
    const amount = balance[name];
    return amount === undefined ? [] : [{ name, amount }];
  });
  const buckets = given.map(({ name }) => BUCKETS[name]);
  const positive = given.filter(({ amount }) => amount.greaterThan(0));
  const lots = positive.map(({ name, amount }): Lot => {
    const held = name === 'held' ? SUPPOSED_HOLD : null;
    return {
      id: newId(),
      amount,
      remaining: amount,
      bucket: BUCKETS[name],
      holdReference: held,
      provisional: false,
      earnedAt: now,
      maturesAt: null,
      expiresAt: null,
      parentId: null,
    };
  });
  return {
    ...account,
    balance: { ...account.balance, ...balance },
    lots: asset.inventoryMode === 'LOT' ? [...account.lots.filter(({ bucket }) => !buckets.includes(bucket)), ...lots] : [],
    holds:
      balance.held === undefined
        ? account.holds
        : balance.held.greaterThan(0)
          ? [{ reference: SUPPOSED_HOLD, amount: balance.held, createdAt: now }]
          : [],
  };
}
