/** A start that fails for a reason the operator can fix; the message is one sentence fit to print alone. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
