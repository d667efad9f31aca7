/** Runs rules without keeping the process from its other work for long. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long rules may block the event loop, unless a single expression takes longer. */
const TURN_MS = 20;

/** Takes the steps, with turns of other work in between. @throws the reason of `ending` once that aborts. */
export async function inTurns<Result>(steps: Generator<void, Result, void>, ending: AbortSignal | undefined): Promise<Result> {
  let turnBegan = performance.now();
  let step = steps.next();
  while (!step.done) {
    if (performance.now() - turnBegan > TURN_MS) {
      await nextTurn();
      ending?.throwIfAborted();
      turnBegan = performance.now();
    }
    step = steps.next();
  }
  return step.value;
}
