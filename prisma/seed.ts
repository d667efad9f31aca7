/**
 * Makes the demo organization on the first run: a person who owns it, its API key, and a program
 * that rewards open-source work. Later runs find people and change nothing.
 */
import { randomBytes } from 'node:crypto';
import type { DemoAccess } from '../src/cli/demo-access';
import { EXAMPLE_EVENT, DEMO_ORGANIZATION } from '../src/demo/open-source';
import { RECEIVER_PATH } from '../src/demo/receiver';
import { seedProgram } from '../src/demo/seed-organization';
import { env } from '../src/env';
import { dashboardAuth } from '../src/server/dashboard/auth';
import { hasUsers } from '../src/server/db/repositories/memberships';
import { organizationClock } from '../src/server/context';
import { createApiKey } from '../src/server/services/api-keys/create-api-key';

const EMAIL = 'owner@example.com';

/** How to enter the demo, or null when this database has been used before. */
export default async function seed(): Promise<DemoAccess | null> {
  if (await hasUsers()) return null;
  const password = randomBytes(9).toString('base64url');
  const organizationId = await createOwner(password);
  const ctx = {
    organization: { id: organizationId, mode: 'LIVE', clockOffsetMs: 0 },
    actor: { kind: 'SYSTEM' },
    clock: organizationClock(0),
    requestId: 'seed',
    idempotencyKey: null,
  } as const;
  const { key } = await createApiKey(ctx, { name: 'Demo key', trusted: false });
  const { programId, webhookSecret } = await seedProgram(organizationId, `http://localhost:${env().PORT}${RECEIVER_PATH}`);
  return { email: EMAIL, password, apiKey: key, programId, webhookSecret, eventData: EXAMPLE_EVENT };
}

/** The demo's owner and organization, made by the auth library as a registration would. */
async function createOwner(password: string): Promise<string> {
  const auth = dashboardAuth();
  const { user } = await auth.api.signUpEmail({ body: { email: EMAIL, password, name: 'Demo owner' } });
  const created = await auth.api.createOrganization({ body: { name: DEMO_ORGANIZATION, slug: 'open-source-collective', userId: user.id } });
  if (!created) throw new Error('the demo organization could not be made');
  return created.id;
}
