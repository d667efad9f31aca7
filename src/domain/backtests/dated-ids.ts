/**
 * Ids for what a backtest makes, among recorded ids where they would have been then: lots that have all
 * else in common are spent in the order of their ids, so an id of today would change what is spent first.
 */

/** The digits of an id that tell when it was made. */
const TIME_DIGITS = 12;
const REST_DIGITS = 18;
const FIRST_TIME = '0'.repeat(TIME_DIGITS);

export class DatedIds {
  private time = FIRST_TIME;
  private made = 0;

  /** What is made from here on is younger than this recorded id was, to the millisecond. */
  passed(recorded: string): void {
    const time = recorded.replaceAll('-', '').slice(0, TIME_DIGITS);
    if (time > this.time) this.time = time;
  }

  readonly next = (): string => {
    const rest = (this.made++).toString(16).padStart(REST_DIGITS, '0');
    return `${this.time.slice(0, 8)}-${this.time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6)}`;
  };
}
