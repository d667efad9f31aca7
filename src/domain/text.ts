/** What text can be kept. */

/** Whether the database and every answer can hold `text` unchanged. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
