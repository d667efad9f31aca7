/** Which texts are amounts, told by their look alone: a page can ask without the library that computes with them. */

/** Of one amount. Balances hold 60 digits: more operations than can ever happen are needed to overflow one. */
export const MAX_INTEGER_DIGITS = 40;

const DECIMAL_TEXT = /^-?\d{1,60}(\.\d{1,36})?$/;
const AMOUNT_TEXT = new RegExp(`^\\d{1,${MAX_INTEGER_DIGITS}}(\\.\\d{1,36})?$`);

/** Whether `text` is a plain decimal: digits, at most one point, no exponent. */
export function isDecimalText(text: string): boolean {
  return DECIMAL_TEXT.test(text);
}

/** Whether `text` is a decimal greater than zero that an operation can move; its scale is not looked at. */
export function isAmountText(text: string): boolean {
  return AMOUNT_TEXT.test(text) && /[1-9]/.test(text);
}
