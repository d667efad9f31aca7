/** Defines what clients ask of the service, each deed under its own idempotency key, and its effect in coins once acknowledged. */
import type { Ctx } from '@/server/platform/context';
import { applyCommand } from '@/server/services/balances/apply-commands';
import { ingestEvents } from '@/server/services/events/ingest-events';
import { cancelRedemption, captureRedemption } from '@/server/services/redemptions/resolve-redemption';
import { redeemAmount, redeemReward } from '@/server/services/redemptions/redeem';
import { reverseRedemption } from '@/server/services/redemptions/reverse-redemption';
import { createTransfer } from '@/server/services/transfers/transfers';
import type { Dice } from '../dice';
import type { Habits } from './habits';
import { REWARD_COST, type Person, type SimulatedClub } from './world';

/** A person, and the amount by which their coins change. */
export type Change = readonly [Person, number];

export interface Deed {
  /** Also the description of the entry, redemption or reversal it creates, if any. */
  readonly name: string;
  /** The table in which it is stored under its name; null: none. */
  readonly kept: 'journal_entries' | 'redemptions' | 'redemption_reversals' | null;
  /** @returns the answer as it would be sent over the wire. */
  perform(ctx: Ctx): Promise<unknown>;
  /** Its effect once acknowledged. */
  readonly changes: readonly Change[];
  /** Set for an event, which earns later: the participant. */
  readonly eventOf?: Person;
  /** The deeds that its answer makes possible. */
  following?(answer: unknown): readonly ((name: string) => Deed)[];
}

const HOUR_MS = 3_600_000;

interface Choice {
  readonly place: SimulatedClub;
  readonly habits: Habits;
  readonly dice: Dice;
  readonly name: string;
  readonly now: Date;
}

/** Picks a new deed at random. */
export function chooseDeed(choice: Choice): Deed {
  const { dice, place, habits } = choice;
  const person = dice.one(place.people.slice(0, habits.people));
  const amount = dice.between(1, 40);
  return BEGINNINGS[dice.one(habits.kinds)](choice, person, amount);
}

const BEGINNINGS = { sendEvent, credit, debit, redeem, reserve, transfer, hold, order };

export type Kind = keyof typeof BEGINNINGS;

/** A kind listed several times comes up more often. */
export const KINDS: readonly Kind[] = [
  'sendEvent',
  'sendEvent',
  'sendEvent',
  'credit',
  'credit',
  'credit',
  'debit',
  'redeem',
  'reserve',
  'reserve',
  'transfer',
  'transfer',
  'hold',
  'order',
];

const bodyOf = ({ place, name, dice }: Choice, amount: number) => {
  const asset_id = dice.chance(0.6) ? place.simpleId : place.lotId;
  return { program_id: place.programId, asset_id, amount: String(amount), description: name };
};

const holderOf = ({ id }: Person) => ({ type: 'PARTICIPANT', id }) as const;

const namedOf = ({ id }: Person) => ({ type: 'PARTICIPANT', key: { id } }) as const;

/** Only the SIMPLE asset is tracked, since lots come and go with time. */
const coins = ({ place }: Choice, { asset_id }: { asset_id: string }, ...changes: Change[]): readonly Change[] =>
  asset_id === place.simpleId ? changes : [];

function sendEvent({ place, name }: Choice, person: Person, amount: number): Deed {
  const event = { program_id: place.programId, external_id: person.name, idempotency_key: name, event_data: { amount } };
  return {
    name,
    kept: null,
    eventOf: person,
    changes: [[person, amount]],
    perform: async (ctx) => {
      const [result] = await ingestEvents(ctx, [event]);
      if ('error' in result!) throw result.error;
      return result!.event.id;
    },
  };
}

function credit(choice: Choice, person: Person, amount: number): Deed {
  const body = bodyOf(choice, amount);
  const terms = body.asset_id === choice.place.lotId ? { expires_in: choice.dice.one(['1h', '1d']) } : {};
  return {
    name: choice.name,
    kept: 'journal_entries',
    changes: coins(choice, body, [person, amount]),
    perform: async (ctx) => (await applyCommand(ctx, namedOf(person), { operation: 'ADJUST', ...body, ...terms, type: 'CREDIT' })).body,
  };
}

function debit(choice: Choice, person: Person, amount: number): Deed {
  const body = bodyOf(choice, amount);
  return {
    name: choice.name,
    kept: 'journal_entries',
    changes: coins(choice, body, [person, -amount]),
    perform: async (ctx) => (await applyCommand(ctx, namedOf(person), { operation: 'ADJUST', ...body, type: 'DEBIT' })).body,
  };
}

function transfer(choice: Choice, person: Person, amount: number): Deed {
  const body = bodyOf(choice, amount);
  const recipient = choice.dice.one(choice.place.people.filter((one) => one !== person));
  const { asset_id, program_id, description } = body;
  const recipients = [{ participant_id: recipient.id, amount: body.amount }];
  const asked = { asset_id, program_id, description, source_participant_id: person.id, recipients, preserve_expiry: true };
  return {
    name: choice.name,
    kept: 'journal_entries',
    changes: coins(choice, body, [person, -amount], [recipient, amount]),
    perform: async (ctx) => (await createTransfer(ctx, asked, ({ id }) => id)).body,
  };
}

function hold(choice: Choice, person: Person, amount: number): Deed {
  const held = { ...bodyOf(choice, amount), reference_id: choice.name };
  const release = (name: string): Deed => ({
    name,
    kept: 'journal_entries',
    changes: [],
    perform: async (ctx) => (await applyCommand(ctx, namedOf(person), { operation: 'RELEASE', ...held, description: name })).body,
  });
  return {
    name: choice.name,
    kept: 'journal_entries',
    changes: [],
    perform: async (ctx) => (await applyCommand(ctx, namedOf(person), { operation: 'HOLD', ...held })).body,
    following: () => [release],
  };
}

function redeem(choice: Choice, person: Person, amount: number): Deed {
  const body = bodyOf(choice, amount);
  const reverse = (id: string) => reversalOf(id, amount, coins(choice, body, [person, amount]));
  return {
    name: choice.name,
    kept: 'redemptions',
    changes: coins(choice, body, [person, -amount]),
    perform: async (ctx) => (await redeemAmount(ctx, holderOf(person), { ...body, mode: 'INSTANT' })).body,
    following: (answer) => [reverse((answer as { id: string }).id)],
  };
}

/** A reservation; spent only if captured in time. */
function reserve(choice: Choice, person: Person, amount: number): Deed {
  const body = bodyOf(choice, amount);
  const expires_at = new Date(choice.now.getTime() + HOUR_MS).toISOString();
  const capture =
    (id: string) =>
    (name: string): Deed => ({
      name,
      kept: null,
      changes: coins(choice, body, [person, -amount]),
      perform: async (ctx) => (await captureRedemption(ctx, id)).body,
    });
  const cancel =
    (id: string) =>
    (name: string): Deed => ({
      name,
      kept: null,
      changes: [],
      perform: async (ctx) => (await cancelRedemption(ctx, id, name)).body,
    });
  return {
    name: choice.name,
    kept: 'redemptions',
    changes: [],
    perform: async (ctx) => (await redeemAmount(ctx, holderOf(person), { ...body, mode: 'PENDING', expires_at })).body,
    following: (answer) => [choice.dice.one([capture, capture, cancel])((answer as { id: string }).id)],
  };
}

function order({ place, name }: Choice, person: Person): Deed {
  const body = { program_id: place.programId, reward_id: place.rewardId, mode: 'INSTANT' } as const;
  return {
    name,
    kept: null,
    changes: [[person, -REWARD_COST]],
    perform: async (ctx) => (await redeemReward(ctx, holderOf(person), body)).body,
    following: (answer) => [reversalOf((answer as { id: string }).id, null, [[person, REWARD_COST]])],
  };
}

/** @param amount null: the single unit ordered. */
const reversalOf =
  (id: string, amount: number | null, changes: readonly Change[]) =>
  (name: string): Deed => ({
    name,
    kept: 'redemption_reversals',
    changes,
    perform: async (ctx) =>
      (await reverseRedemption(ctx, { id, reason: name, ...(amount === null ? { quantity: 1 } : { amount: String(amount) }) })).body,
  });
