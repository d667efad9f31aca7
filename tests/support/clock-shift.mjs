/** Shifts the clock of a process by CLOCK_SHIFT_MS; preloaded before anything else. */
const SHIFT_MS = Number(process.env.CLOCK_SHIFT_MS);
const RealDate = Date;

globalThis.Date = class Date extends RealDate {
  static now() {
    return RealDate.now() + SHIFT_MS;
  }

  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + SHIFT_MS] : given));
  }
};
