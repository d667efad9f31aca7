/** Tells what values have, by looking at them, and the fields of objects that have those of their type and no others. */

/** The names of an object that has the fields of its type and no others, which is more than the language promises. */
export const namesIn = <Fields extends object>(object: Fields): (keyof Fields & string)[] =>
  Object.keys(object) as (keyof Fields & string)[]; // its callers give objects without further fields

/** An object with these fields. */
export const withFields = <Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>; // each name has been given its value

export const isOneOf = <Item>(items: readonly Item[], value: unknown): value is Item => items.some((item) => item === value);

/** Whether a value is an object and not a list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a value of any kind; what is not an object has none. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
