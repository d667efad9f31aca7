/** A start that cannot go on for a reason the operator can mend; the message is one sentence fit to print alone. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
