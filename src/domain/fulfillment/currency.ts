/** Recognizes currencies by their ISO 4217 codes, and converts from their minor units. */
import { Amount, amountOf } from '@/domain/money';

/** ISO 4217 minor unit digits, where they are not two. */
const MINOR_DIGITS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    ['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'].map((code) => [
      code,
      0,
    ]),
  ),
  ...Object.fromEntries(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3])),
};

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Whether `code` is an ISO 4217 currency code, in upper case. */
export const isCurrency = (code: string): boolean => CURRENCIES.has(code);

export const minorDigits = (currency: string): number => MINOR_DIGITS[currency] ?? 2;

/** 2550 minor units of USD are 25.5 currency units. */
export const fromMinor = (minor: number, currency: string): Amount => amountOf(minor).div(new Amount(10).pow(minorDigits(currency)));

/** "25.50 USD" */
export const faceValueText = (minor: number, currency: string): string =>
  `${fromMinor(minor, currency).toFixed(minorDigits(currency))} ${currency}`;
