/** Tries what is known only at run time: every option of every choice, the others being at their first, and once all at their last. */

const MOST_RUNS = 400;

/** The choices of one run. */
export class Choices {
  /** How many options each choice of the run had, in order. */
  readonly sizes: number[] = [];

  constructor(private readonly taken: (choice: number, options: number) => number) {}

  among<Option>(options: readonly Option[]): Option {
    const choice = this.sizes.push(options.length) - 1;
    return options[Math.min(this.taken(choice, options.length), options.length - 1)]!;
  }
}

/** Calls `run` for each way to choose. */
export function everyChoice(run: (choices: Choices) => void): void {
  const first = new Choices(() => 0);
  run(first);
  if (first.sizes.length === 0) return;
  run(new Choices((_, options) => options - 1));
  const others = first.sizes.flatMap((options, choice) =>
    Array.from({ length: options - 1 }, (_, other) => ({ choice, other: other + 1 })),
  );
  for (const { choice, other } of others.slice(0, MOST_RUNS)) run(new Choices((index) => (index === choice ? other : 0)));
}
