/** Describes the `data` of every webhook event type, once: its types and its schema in the API description both follow from this. */
import { BUCKETS } from '../choices';

interface Described {
  readonly description: string;
  /** Left out where it does not apply. */
  readonly optional?: true;
  readonly nullable?: true;
}

export type PayloadField = Described &
  (
    | { readonly kind: 'uuid' | 'text' | 'decimal' | 'count' }
    | { readonly kind: 'choice'; readonly values: readonly [string, ...string[]] }
    | { readonly kind: 'object'; readonly shape: PayloadShape }
    | { readonly kind: 'list'; readonly of: PayloadShape }
  );

export type PayloadFields = Readonly<Record<string, PayloadField>>;

/** An object with all of `fields`, and with the fields of exactly one of the alternatives, where there are some. */
export interface PayloadShape {
  readonly fields: PayloadFields;
  readonly alternatives?: readonly PayloadFields[];
}

type Bare<F extends PayloadField> = F extends { kind: 'count' }
  ? number
  : F extends { kind: 'choice'; values: readonly (infer V)[] }
    ? V
    : F extends { kind: 'object'; shape: infer S extends PayloadShape }
      ? PayloadOf<S>
      : F extends { kind: 'list'; of: infer S extends PayloadShape }
        ? PayloadOf<S>[]
        : string;
type Value<F extends PayloadField> = F extends { nullable: true } ? Bare<F> | null : Bare<F>;
type Fields<R extends PayloadFields> = { -readonly [K in keyof R as R[K] extends { optional: true } ? never : K]: Value<R[K]> } & {
  -readonly [K in keyof R as R[K] extends { optional: true } ? K : never]?: Value<R[K]>;
};
type OneOf<A> = A extends PayloadFields ? Fields<A> : never;

type PayloadOf<S extends PayloadShape> = Fields<S['fields']> & (S extends { alternatives: readonly (infer A)[] } ? OneOf<A> : unknown);

const uuid = (description: string) => ({ kind: 'uuid', description }) as const;
const text = (description: string) => ({ kind: 'text', description }) as const;
const decimal = (description: string) => ({ kind: 'decimal', description }) as const;

const organization_id = uuid('The organization.');
const program_id = uuid('The program.');
const asset_id = uuid('The asset.');
const participant_id = uuid('The participant.');
const group_id = uuid('The group.');
const journal_entry_id = uuid('The journal entry that was posted.');
const amount = decimal("The amount, with exactly the asset's scale.");
const error = text('What was wrong, in one sentence.');
const error_code = text('Code of the failure, as in the list of errors.');

/** Exactly one of the two names the target of a balance event. */
const TARGETS = [{ participant_id }, { group_id }] as const;

const movement = { journal_entry_id, organization_id, program_id, asset_id, amount } as const;
const balance = { fields: movement, alternatives: TARGETS } as const;

const bucket = { kind: 'choice', values: BUCKETS, description: 'The bucket whose balance changed.' } as const;
const holdReference = { ...text('Reference of the hold that the movement belongs to.'), optional: true } as const;
const redemption = { redemption_id: uuid('The redemption.'), organization_id, program_id, participant_id } as const;

const settle = {
  kind: 'object',
  description: 'Present when the credit settled a hold.',
  optional: true,
  shape: {
    fields: {
      held_amount: decimal('The amount that was held.'),
      delta: decimal('What was settled less what was held: positive for over-capture, negative for under-capture.'),
    },
  },
} as const;

const recipients = {
  kind: 'list',
  description: 'Who received how much.',
  of: { fields: { amount: decimal('The amount that the recipient received.') }, alternatives: TARGETS },
} as const;

export const PAYLOADS = {
  'balance.credited': { fields: { ...movement, bucket, reference_id: holdReference, settle }, alternatives: TARGETS },
  'balance.debited': { fields: { ...movement, bucket, reference_id: holdReference }, alternatives: TARGETS },
  'balance.expired': {
    fields: {
      journal_entry_id,
      organization_id,
      asset_id,
      lot_count: { kind: 'count', description: 'How many lots expired.' },
    },
    alternatives: TARGETS,
  },
  'balance.held': balance,
  'balance.released': balance,
  'balance.voided': {
    fields: { ...movement, reference_id: text('Reference under which the value had been credited.') },
    alternatives: TARGETS,
  },
  'redemption.completed': {
    fields: redemption,
    alternatives: [{ asset_id, amount }, { reward_catalog_item_id: uuid('The reward, when a catalog item was redeemed.') }],
  },
  'redemption.reversed': { fields: { ...redemption, reversal_id: uuid('The reversal.'), asset_id, amount } },
  'transfer.completed': {
    fields: { journal_entry_id, organization_id, program_id, asset_id, recipients },
    alternatives: [
      { source_participant_id: uuid('The participant who sent the value.') },
      { source_group_id: uuid('The group that sent the value.') },
    ],
  },
  'program.funded': { fields: movement },
  'program.burned': { fields: movement },
  'participant.tier_changed': {
    fields: {
      organization_id,
      program_id: uuid('The program of the tier; the program itself is the target when the payload names nobody else.'),
      tier: text('Key of the tier.'),
      level: { ...text('Key of the level that was reached; null when the tier was removed.'), nullable: true },
    },
    alternatives: [...TARGETS, {}],
  },
  'participant.created': {
    fields: { participant_id, organization_id, external_user_id: text('Your own id of the participant.') },
  },
  'event.completed': { fields: { event_id: uuid('The event.'), organization_id, program_id } },
  'event.failed': {
    fields: {
      event_id: uuid('The event.'),
      organization_id,
      program_id: { ...program_id, optional: true },
      error,
      error_code: { ...error_code, optional: true },
    },
  },
  'event.rejected': {
    fields: {
      organization_id,
      program_id,
      external_id: text('Your own id of the actor.'),
      idempotency_key: text('The key that the event was sent with.'),
      error,
      error_code,
    },
  },
} as const satisfies Readonly<Record<string, PayloadShape>>;

export type WebhookType = keyof typeof PAYLOADS;

export type WebhookPayloads = { [T in WebhookType]: PayloadOf<(typeof PAYLOADS)[T]> };

/** Exactly one of the two names the target of a balance event. */
export type TargetId = OneOf<(typeof TARGETS)[number]>;

/** Exactly one of the two names the source of a transfer. */
export type TransferSourceId = OneOf<(typeof PAYLOADS)['transfer.completed']['alternatives'][number]>;
