/** What is written down of a sign-in that did not come about: a refusal is the caller's affair, anything else is ours. */
import { APIError } from 'better-auth/api';
import { log } from '@/server/log';

export function noteFailure(error: unknown): void {
  if (error instanceof APIError && error.statusCode < 500) log().debug({ source: 'sign-in' }, error.message);
  else log().error({ source: 'sign-in', err: error }, 'sign-in failed');
}
