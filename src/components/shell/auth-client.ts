/** Sign-in and organizations from the browser. */
'use client';
import { createAuthClient } from 'better-auth/react';
import { organizationClient } from 'better-auth/client/plugins';

export const authClient = createAuthClient({ basePath: '/api/auth', plugins: [organizationClient()] });

/** The sentence of a refusal, or one that says what to do when there was no answer. */
export const authMessage = (error: { message?: string; status?: number; code?: string }): string =>
  error.code === 'INVALID_EMAIL'
    ? 'Type an email address, such as ada@example.com.'
    : error.status === 429
      ? (error.message ?? 'Too many attempts; wait a minute and try again.')
      : (error.message ?? 'The service did not answer; check the connection and try again.');
