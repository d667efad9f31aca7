/** Programmer errors stop here: a broken invariant is never reported as the caller's fault. */

export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation';
}

/** Throws unless `condition` holds; the message is for engineers and never reaches a caller. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantViolation(message);
}

/** The item of a list that always has one and no more, such as the rows of an aggregate. */
export function only<Item>(items: readonly Item[]): Item {
  const [item] = items;
  invariant(items.length === 1 && item !== undefined, `one item was expected, and there are ${items.length}`);
  return item;
}

/** A value that is there whenever this is reached. @param because why it is, as an engineer would say it. */
export function present<Value>(value: Value, because: string): NonNullable<Value> {
  invariant(value !== null && value !== undefined, `missing, although ${because}`);
  return value;
}

/** Makes a switch over a union exhaustive at compile time. */
export function unreachable(value: never): never {
  throw new InvariantViolation(`unreachable: ${JSON.stringify(value)}`);
}
