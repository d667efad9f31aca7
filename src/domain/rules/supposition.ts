/** Supposes in a world the state that somebody wrote down, of the actor, the recipient and the program. */
import type { EventCodes } from '@/domain/codes/judge';
import type { NewId } from '@/domain/decision';
import { amountOf } from '@/domain/money';
import { suppose, type SupposedPerson, type SupposedState } from './simulation';
import type { World } from './world';

/** Numbers are decimals as written. */
interface WrittenState {
  readonly tags?: string[];
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly counters?: Readonly<Record<string, string | number>>;
  readonly tiers?: SupposedState['tiers'];
}

interface WrittenPerson extends WrittenState {
  /** A timestamp. */
  readonly enrolled_at?: string | undefined;
  /** By asset symbol. */
  readonly balances?: Readonly<Record<string, { readonly available?: string; readonly held?: string; readonly deferred?: string }>>;
}

export interface Supposition {
  readonly participant?: WrittenPerson;
  readonly recipient?: WrittenPerson;
  readonly program?: WrittenState;
}

/** When somebody is written to have been enrolled. */
export const supposedEnrollment = (person: WrittenPerson | undefined): Date | undefined =>
  person?.enrolled_at === undefined ? undefined : new Date(person.enrolled_at.toUpperCase());

/** A code that is written to apply to the event. */
export interface SupposedCode {
  /** The key of its batch. */
  readonly batch: string;
  readonly code?: string | undefined;
  readonly campaign_id?: string | undefined;
}

/** The codes that an event is written to have, in their order. */
export const supposedCodes = (codes: readonly SupposedCode[] | undefined): EventCodes | null =>
  codes === undefined ? null : { applied: codes.map(({ batch, code = '', campaign_id = null }) => ({ code, batch, campaign_id })) };

/** The external ids of people without one. */
export const SOMEBODY = 'somebody';
export const SOMEBODY_ELSE = 'somebody-else';

/** Changes the world in place. @throws DomainError asset_not_linked and invalid_amount, at a path in `state`. */
export function supposeAll(
  world: World,
  { participant, recipient, program }: Supposition,
  people: { readonly actor: SupposedPerson; readonly recipient: SupposedPerson | null },
  newId: NewId,
): void {
  if (participant) suppose(world, { type: 'PARTICIPANT', id: people.actor.id }, supposed(participant), 'participant', newId);
  if (recipient && people.recipient)
    suppose(world, { type: 'PARTICIPANT', id: people.recipient.id }, supposed(recipient), 'recipient', newId);
  if (program) suppose(world, { type: 'PROGRAM', id: world.program.id }, supposed(program), 'program', newId);
}

/** The written form, with its numbers as exact decimals. */
function supposed({ tags, attributes, counters, tiers, balances }: WrittenPerson): SupposedState {
  return {
    ...(tags && { tags }),
    ...(attributes && { attributes }),
    ...(counters && { counters: mapped(counters, (value) => amountOf(value)) }),
    ...(tiers && { tiers }),
    ...(balances && { balances: mapped(balances, (balance) => mapped(balance, (amount) => amountOf(amount))) }),
  };
}

function mapped<Value, Result>(
  record: Readonly<Record<string, Value | undefined>>,
  make: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).flatMap(([key, value]) => (value === undefined ? [] : [[key, make(value)]])));
}
