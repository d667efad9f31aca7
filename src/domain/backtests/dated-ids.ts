/**
 * Makes the ids of what a backtest creates, so that they sort among recorded ids as they would have then:
 * lots alike in all else are spent in order of id, so an id of today would change which is spent first.
 */

/** The leading hex digits of an id, which encode when it was made. */
const TIME_DIGITS = 12;
const REST_DIGITS = 18;
const FIRST_TIME = '0'.repeat(TIME_DIGITS);

export class DatedIds {
  private time = FIRST_TIME;
  private made = 0;

  /** Ids made from here on carry at least the time of this recorded id, to the millisecond. */
  passed(recorded: string): void {
    const time = recorded.replaceAll('-', '').slice(0, TIME_DIGITS);
    if (time > this.time) this.time = time;
  }

  readonly next = (): string => {
    const rest = (this.made++).toString(16).padStart(REST_DIGITS, '0');
    return `${this.time.slice(0, 8)}-${this.time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6)}`;
  };
}
