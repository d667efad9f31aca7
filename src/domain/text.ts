/** Decides which text can be stored. */

/** Whether the database and every response can carry `text` unchanged. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Whether every text in a JSON value can be stored, keys included; however deep it is. */
export function allStorable(json: unknown): boolean {
  const open = [json];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' && !isStorable(value)) return false;
    if (typeof value === 'object' && value !== null) for (const [key, member] of Object.entries(value)) open.push(key, member);
  }
  return true;
}
