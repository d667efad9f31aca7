/** Reads a number field: while it is empty, no number, which the API refuses at the field, instead of the zero that JavaScript reads. */
export const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
