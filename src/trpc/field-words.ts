/** Words field errors for forms: the API's own messages are for programs that send strings, JSON and UUIDs. */

export interface WireField {
  readonly field: string;
  readonly message: string;
  readonly reason?: string;
  readonly expected?: string;
}

const BY_EXPECTATION: Readonly<Record<string, string>> = {
  'positive decimal string': 'Enter an amount above 0, such as 12.50.',
  'decimal string': 'Enter a number, such as 12.50.',
  'number or decimal string': 'Enter a number, such as 12.50.',
  'number, decimal string or {{ CEL }}': 'Enter a number, such as 12.50, or an expression in {{ }}.',
  'positive whole number': 'Enter a whole number above 0.',
  integer: 'Enter a whole number.',
  number: 'Enter a number.',
  duration: 'Enter a duration, such as 30d, 12h or 1w2d.',
  'RFC 3339 timestamp': 'Enter a date and time, such as 2027-03-01T12:00:00Z.',
  'cron expression of five fields': 'Enter five fields, such as 0 9 1 * * for 9:00 on the first of each month.',
  uuid: 'Choose one.',
};

export const fieldWords = ({ message, expected, reason }: WireField): string =>
  (expected && BY_EXPECTATION[expected]) || (reason === 'required' ? 'Must not be empty.' : message);

/** Shown above a form whose fields show their own errors. */
export const fieldsWords = (count: number): string => `${count} fields need to be fixed; each one says why.`;
