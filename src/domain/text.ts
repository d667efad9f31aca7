/** What text can be kept: whatever the database and every answer can hold unchanged. */

export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
