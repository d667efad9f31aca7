/** Describes the `data` of a webhook: its type and its schema in the API description both follow from this. */

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
export type OneOf<A> = A extends PayloadFields ? Fields<A> : never;

export type PayloadOf<S extends PayloadShape> = Fields<S['fields']> &
  (S extends { alternatives: readonly (infer A)[] } ? OneOf<A> : unknown);
