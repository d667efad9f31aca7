/** Decides which text can be stored. */

/** Whether the database and every response can carry `text` unchanged. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
