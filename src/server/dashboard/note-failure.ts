/** Logs a failed sign-in: a refusal is the caller's affair and only worth a debug line, anything else is an error of this service. */
import { APIError } from 'better-auth/api';
import { log } from '@/server/platform/log';

export function noteFailure(error: unknown): void {
  if (error instanceof APIError && error.statusCode < 500) log().debug({ source: 'sign-in' }, error.message);
  else log().error({ source: 'sign-in', err: error }, 'sign-in failed');
}
