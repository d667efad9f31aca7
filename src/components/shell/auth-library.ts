/** Configures the sign-in library for this service; loaded on the first call rather than with the page. */
import { createAuthClient } from 'better-auth/react';
import { organizationClient } from 'better-auth/client/plugins';

export const library = createAuthClient({ basePath: '/api/auth', plugins: [organizationClient()] });
