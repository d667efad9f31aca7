/** The sign-in library, set up for this service; loaded by the first call of it and not with the page. */
import { createAuthClient } from 'better-auth/react';
import { organizationClient } from 'better-auth/client/plugins';

export const library = createAuthClient({ basePath: '/api/auth', plugins: [organizationClient()] });
