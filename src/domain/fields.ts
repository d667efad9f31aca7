/** The fields of objects that have those of their type and no others, which is more than the language promises of an object. */

export const namesIn = <Fields extends object>(object: Fields): (keyof Fields & string)[] =>
  Object.keys(object) as (keyof Fields & string)[];

/** An object with these fields. */
export const withFields = <Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
