/** Words whatever was thrown: mostly an error, which has a message. */

export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
