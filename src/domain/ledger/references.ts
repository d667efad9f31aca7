/** Builds and recognizes the references that the service reserves for its own holds and entries. */

/** References with this prefix are the service's own: what is held under them is out of reach of callers and rules. */
export const RESERVED_PREFIX = 'service:';

export const isReserved = (reference: string | null): boolean => reference?.startsWith(RESERVED_PREFIX) ?? false;

const OF_REDEMPTION = `${RESERVED_PREFIX}redemption:`;

/** The reference under which a redemption holds what it has reserved, and by which its entries are found. */
export const redemptionReference = (redemptionId: string): string => `${OF_REDEMPTION}${redemptionId}`;

/** References of the entries that post the opening balances of an import. */
const OF_IMPORT = `${RESERVED_PREFIX}import:`;
export const importReference = (importId: string): string => `${OF_IMPORT}${importId}`;

/** The import that a reference belongs to, if any. */
export const importOf = (reference: string | null): string | null =>
  reference?.startsWith(OF_IMPORT) ? reference.slice(OF_IMPORT.length) : null;

const OF_CORRECTION = `${RESERVED_PREFIX}correction:`;

/** The reference by which the entries of a correction are found. */
export const correctionReference = (correctionId: string): string => `${OF_CORRECTION}${correctionId}`;

/** The correction that a reference belongs to, if any. */
export const correctionOf = (reference: string | null): string | null =>
  reference?.startsWith(OF_CORRECTION) ? reference.slice(OF_CORRECTION.length) : null;

/** The redemption that a reference belongs to, if any. */
export const redemptionOf = (reference: string | null): string | null =>
  reference?.startsWith(OF_REDEMPTION) ? reference.slice(OF_REDEMPTION.length) : null;

const OF_DECISION = `${RESERVED_PREFIX}decision:`;

const EARNED = ':earned';

/** The reference under which a decision holds what it would spend. */
export const spentByDecision = (decisionId: string): string => `${OF_DECISION}${decisionId}`;

/** The reference under which a decision holds what it has issued provisionally. */
export const earnedByDecision = (decisionId: string): string => `${spentByDecision(decisionId)}${EARNED}`;

/** The decision that a reference belongs to, if any. */
export function decisionOf(reference: string | null): string | null {
  if (!reference?.startsWith(OF_DECISION)) return null;
  const named = reference.slice(OF_DECISION.length);
  return named.endsWith(EARNED) ? named.slice(0, -EARNED.length) : named;
}
