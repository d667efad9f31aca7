/** Reckons money in whole cents, which add up exactly, and writes them as the decimal text that the service speaks. */

/** @param text a decimal of at most two places that count, such as `12.5`. @throws RangeError for any other. */
export function centsOf(text: string): number {
  const [, sign, whole = '', places = ''] = /^(-?)(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(text) ?? [];
  if (sign === undefined) throw new RangeError(`“${text}” is no amount in cents.`);
  const cents = Number(whole) * 100 + Number(places.padEnd(2, '0'));
  return sign === '' ? cents : -cents;
}

export const decimalOf = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
