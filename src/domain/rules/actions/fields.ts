/** Describes the fields of actions as they are written and stored: the types of actions and their schemas on the wire both follow from this. */
import type { TermsSource } from '@/domain/ledger/terms';
import type { Amount } from '@/domain/money';
import type { JsonRecord, JsonValue } from '../activation';

/** The maximum length of one template, in characters. */
export const MAX_TEMPLATE_TEXT = 4_000;

/** The target of an action: taken from the event, or named by the rule itself. */
export type ActionTarget =
  | { readonly type: 'ACTOR' }
  | { readonly type: 'RECIPIENT' }
  /** Exactly one of the two is set. */
  | { readonly type: 'PARTICIPANT'; readonly id?: string | undefined; readonly external_id?: string | undefined }
  | { readonly type: 'GROUP'; readonly id: string }
  | { readonly type: 'PROGRAM' };
export type TargetType = ActionTarget['type'];
type Targeted<Type extends TargetType> = Extract<ActionTarget, { readonly type: Type }>;

export const PERSONS = ['ACTOR', 'RECIPIENT', 'PARTICIPANT'] as const;
export const HOLDERS = [...PERSONS, 'GROUP'] as const;
export const SUBJECTS = [...HOLDERS, 'PROGRAM'] as const;
export type PersonTarget = Targeted<(typeof PERSONS)[number]>;
export type HolderTarget = Targeted<(typeof HOLDERS)[number]>;

/** What a field holds as it is written. */
interface FieldTypes {
  id: string;
  /** An amount of an asset; a template. */
  amount: string;
  /** Any decimal; a template, too. */
  number: string | number;
  /** Names a hold; a template. */
  reference: string;
  /** Text for people; a template. */
  text: string;
  /** Any JSON, whose strings are templates. */
  json: JsonValue;
  /** The data of an event: an object whose strings are templates. */
  payload: JsonRecord;
  event_name: string;
  name: string;
  /** A key of state, or a tag. Never a template, so that it is known which state a rule can change. */
  key: string;
  tag: string;
  duration: string;
  flag: boolean;
}

interface Described {
  readonly description?: string;
  readonly optional?: true;
  readonly nullable?: true;
}
export type ActionField =
  | (Described & { readonly kind: keyof FieldTypes; readonly default?: unknown })
  | (Described & { readonly kind: 'term'; readonly term: keyof TermsSource; readonly optional: true })
  | (Described & {
      readonly kind: 'choice';
      readonly values: readonly [string, ...string[]];
      readonly default?: string;
      /** The error code of any other value. */
      readonly code?: 'invalid_shortfall_policy';
    })
  | (Described & {
      readonly kind: 'target';
      readonly of: readonly [TargetType, TargetType, ...TargetType[]];
      readonly default?: Targeted<'ACTOR' | 'PROGRAM'>;
    });
export type ActionFields = Readonly<Record<string, ActionField>>;

type Bare<F> = F extends { kind: 'choice'; values: readonly (infer Value)[] }
  ? Value
  : F extends { kind: 'target'; of: readonly (infer Type extends TargetType)[] }
    ? Targeted<Type>
    : F extends { kind: infer Kind extends keyof FieldTypes }
      ? FieldTypes[Kind]
      : string;
type Value<F> = F extends { nullable: true } ? Bare<F> | null : Bare<F>;
type AbsentWhere<Fields, Flag> = { [Name in keyof Fields]: Fields[Name] extends Flag ? Name : never }[keyof Fields];
type Written<Fields, Absent extends keyof Fields> = { readonly [Name in Exclude<keyof Fields, Absent>]: Value<Fields[Name]> } & {
  readonly [Name in Absent]?: Value<Fields[Name]> | undefined;
};

/** The fields of a stored action, to which defaults have been added. */
export type Stored<Fields> = Written<Fields, AbsentWhere<Fields, { optional: true }>>;
/** The same as callers may send them. */
export type Sent<Fields> = Written<Fields, AbsentWhere<Fields, { optional: true } | { default: unknown }>>;

/** The type that each kind of template evaluates to. A `json` field is JSON whose strings are templates. */
export interface FieldValues {
  amount: Amount;
  reference: string;
  description: string;
  json: JsonValue;
  payload: JsonRecord;
}

/** The fields that are templates, by how they are evaluated. */
export const TEMPLATES = {
  amount: 'amount',
  number: 'amount',
  reference: 'reference',
  text: 'description',
  json: 'json',
  payload: 'payload',
  id: null,
  event_name: null,
  name: null,
  key: null,
  tag: null,
  duration: null,
  flag: null,
  term: null,
  choice: null,
  target: null,
} as const satisfies Readonly<Record<ActionField['kind'], keyof FieldValues | null>>;

type TemplateOf<Field> = Field extends { kind: infer Kind extends ActionField['kind'] } ? (typeof TEMPLATES)[Kind] : never;
type ValueOf<Field> = FieldValues[NonNullable<TemplateOf<Field>>] | (Field extends { optional: true } ? null : never);

/** The values of an action's templates; null for one that is absent. */
export type FilledIn<Fields> = {
  readonly [Name in keyof Fields as TemplateOf<Fields[Name]> extends null ? never : Name]: ValueOf<Fields[Name]>;
};
