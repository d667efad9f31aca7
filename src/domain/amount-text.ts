/** Recognizes amounts by their text alone, so that a page can do so without loading the decimal library. */

/** Of one amount. Balances hold 60 digits: overflowing one would take more operations than can ever happen. */
export const MAX_INTEGER_DIGITS = 40;

const NUMERAL = /^-?\d+(\.\d+)?$/;
const DECIMAL_TEXT = /^-?\d{1,60}(\.\d{1,36})?$/;
const AMOUNT_TEXT = new RegExp(`^\\d{1,${MAX_INTEGER_DIGITS}}(\\.\\d{1,36})?$`);

/** Whether `text` is a plain decimal: digits, at most one point, no exponent. */
export function isDecimalText(text: string): boolean {
  return DECIMAL_TEXT.test(text);
}

/** Whether `text` is a decimal numeral with any number of digits, also with more than a decimal can have here. */
export function isNumeral(text: string): boolean {
  return NUMERAL.test(text);
}

/** Whether `text` is a decimal greater than zero that an operation can move; its scale is not looked at. */
export function isAmountText(text: string): boolean {
  return AMOUNT_TEXT.test(text) && /[1-9]/.test(text);
}
