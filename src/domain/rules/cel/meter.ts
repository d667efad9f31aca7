/** Keeps every evaluation within its budget of work and time, however its expression is written. */
import type { EvaluationBudget } from './bounds';

const STEPS_BETWEEN_CLOCK_READINGS = 128;
/** Characters of text handled in one step. */
const TEXT_PER_STEP = 64;

/** Ends an evaluation at once; unlike a failed sub-expression, no operator can absorb it. */
export class EvaluationStopped extends Error {
  override readonly name = 'EvaluationStopped';
}

/** Counts the work of one evaluation against its budget; time runs from the first work counted. */
export class Meter {
  private spent = 0;
  private nextReading = STEPS_BETWEEN_CLOCK_READINGS;
  private startedAt: number | undefined;

  constructor(private readonly budget: EvaluationBudget) {}

  /** @throws EvaluationStopped when the budget is used up. */
  spend(steps: number): void {
    this.startedAt ??= this.budget.now();
    this.spent += steps;
    if (this.spent < this.nextReading) return;
    this.nextReading = this.spent + STEPS_BETWEEN_CLOCK_READINGS;
    if (this.spent > this.budget.steps) throw new EvaluationStopped(`The expression takes more than ${this.budget.steps} steps`);
    if (this.budget.now() - this.startedAt > this.budget.milliseconds) {
      throw new EvaluationStopped(`The expression runs longer than ${this.budget.milliseconds} ms`);
    }
  }

  /** Accounts for reading or building that many characters. */
  spendText(characters: number): void {
    this.spend(1 + Math.ceil(characters / TEXT_PER_STEP));
  }
}
