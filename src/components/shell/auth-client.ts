/** Calls the sign-in service from the browser. */
'use client';
import type { library as Library } from './auth-library';

export interface AuthError {
  message?: string;
  status?: number;
  code?: string;
}

/** The result of a call that got no response. */
interface Unanswered {
  readonly data: null;
  readonly error: AuthError;
}

/** The result of a sign-in library call; no response counts as a refusal. The library loads on the first call. */
export async function auth<Answer>(call: (library: typeof Library) => Promise<Answer>): Promise<Answer | Unanswered> {
  try {
    return await call((await import('./auth-library')).library);
  } catch {
    return { data: null, error: {} };
  }
}

/** What to do about a refusal, by its code, where the service's own message does not say. */
const WORDS: Readonly<Record<string, string>> = {
  INVALID_EMAIL: 'Enter an email address, such as ada@example.com.',
  INVALID_PASSWORD: 'This password is incorrect.',
  PASSWORD_TOO_SHORT: 'Choose a password of at least 10 characters.',
  PASSWORD_TOO_LONG: 'Choose a password of at most 128 characters.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'This address already has an account; sign in instead.',
  INVALID_CODE: 'This code is wrong; enter the one that your app shows now.',
  INVALID_BACKUP_CODE: 'This backup code is wrong or was already used.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes. Try again in 15 minutes.',
  INVITATION_NOT_FOUND: 'This invitation was already used or withdrawn, or it has expired. Ask for a new one.',
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: 'The person who sent this invitation has left. Ask for a new one.',
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 'This person is already a member of the organization.',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: 'An organization must keep an owner; make somebody else an owner first.',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: 'An organization must keep an owner; make somebody else an owner first.',
  MEMBER_NOT_FOUND: 'This person has already left; reload the page.',
};

/** The message of a refusal, or what to do when there was no response. */
export const authMessage = ({ code = '', status, message }: AuthError): string =>
  WORDS[code] ??
  message ??
  (status === 429
    ? 'Too many attempts. Wait a minute and try again.'
    : 'The service did not respond. Check your connection and try again.');

const ENDED: ReadonlySet<string> = new Set(['INVALID_TWO_FACTOR_COOKIE', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE']);

/** Whether a sign-in waiting for its second step has ended and must restart at the password. */
export const signInEnded = ({ code = '' }: AuthError): boolean => ENDED.has(code);
