/** References by which value is set aside and found again, and which of them are the service's own. */

/** References that begin so are the service's own: what lies under them is out of reach of callers and rules. */
export const RESERVED_PREFIX = 'service:';

export const isReserved = (reference: string | null): boolean => reference?.startsWith(RESERVED_PREFIX) ?? false;

const OF_REDEMPTION = `${RESERVED_PREFIX}redemption:`;

/** Under which a redemption holds what it has reserved, and by which its entries are found. */
export const redemptionReference = (redemptionId: string): string => `${OF_REDEMPTION}${redemptionId}`;

/** Under which the opening balances of an import are found. */
const OF_IMPORT = `${RESERVED_PREFIX}import:`;
export const importReference = (importId: string): string => `${OF_IMPORT}${importId}`;

/** The import that a reference belongs to, if any. */
export const importOf = (reference: string | null): string | null =>
  reference?.startsWith(OF_IMPORT) ? reference.slice(OF_IMPORT.length) : null;

const OF_CORRECTION = `${RESERVED_PREFIX}correction:`;

/** By which the entries of a correction are found. */
export const correctionReference = (correctionId: string): string => `${OF_CORRECTION}${correctionId}`;

/** The correction that a reference belongs to, if any. */
export const correctionOf = (reference: string | null): string | null =>
  reference?.startsWith(OF_CORRECTION) ? reference.slice(OF_CORRECTION.length) : null;

/** The redemption that a reference belongs to, if any. */
export const redemptionOf = (reference: string | null): string | null =>
  reference?.startsWith(OF_REDEMPTION) ? reference.slice(OF_REDEMPTION.length) : null;
