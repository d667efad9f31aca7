/** Words field errors for forms: the API's own messages are for programs that send strings, JSON and UUIDs. */

export interface WireField {
  readonly field: string;
  readonly message: string;
  readonly reason?: string;
  readonly expected?: string;
}

const BY_EXPECTATION: Readonly<Record<string, string>> = {
  'positive decimal string': 'Type an amount above 0, such as 12.50.',
  'decimal string': 'Type a number, such as 12.50.',
  'number or decimal string': 'Type a number, such as 12.50.',
  'number, decimal string or {{ CEL }}': 'Type a number, such as 12.50, or an expression in {{ }}.',
  'positive whole number': 'Type a whole number above 0.',
  integer: 'Type a whole number.',
  number: 'Type a number.',
  duration: 'Type a length of time, such as 30d, 12h or 1w2d.',
  'RFC 3339 timestamp': 'Type a date and time, such as 2027-03-01T12:00:00Z.',
  'cron expression of five fields': 'Type five fields, such as 0 9 1 * * for 9:00 on the first of each month.',
  uuid: 'Choose one.',
};

export const fieldWords = ({ message, expected }: WireField): string => (expected && BY_EXPECTATION[expected]) || message;

/** Shown above a form whose fields show their own errors. */
export const fieldsWords = (count: number): string => `${count} fields have to be changed; what is wrong stands at each.`;
