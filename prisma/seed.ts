/**
 * Creates the demo organization on the first run: its owner, its API key, and a program that rewards
 * open-source work. Later runs find users and change nothing.
 */
import { randomBytes } from 'node:crypto';
import type { DemoAccess } from '../src/cli/demo-access';
import { EXAMPLE_EVENT, DEMO_ORGANIZATION } from '../src/demo/open-source';
import { RECEIVER_PATH } from '../src/demo/receiver';
import { seedProgram } from '../src/demo/seed-organization';
import { env } from '../src/env';
import { dashboardAuth } from '../src/server/dashboard/auth';
import { hasUsers } from '../src/server/db/repositories/organizations/memberships';
import { organizationClock } from '../src/server/platform/context';
import { createOrganization } from '@/server/services/organizations/organizations';

const EMAIL = 'owner@example.com';

/**
 * Returns the demo's credentials, or null when this database has been used before. The owner is created
 * last, after `keep` has stored the credentials: an interrupted first run simply starts over.
 */
export default async function seed(keep: (access: DemoAccess) => Promise<void>): Promise<DemoAccess | null> {
  if (await hasUsers()) return null;
  const { PORT, WEBHOOK_ALLOW_PRIVATE_TARGETS } = env();
  const receiver = WEBHOOK_ALLOW_PRIVATE_TARGETS ? `http://localhost:${PORT}${RECEIVER_PATH}` : null;
  const { organization, apiKey } = await createOrganization(
    { clock: organizationClock(0) },
    { name: DEMO_ORGANIZATION, mode: 'LIVE', trusted_key: false },
  );
  const program = await seedProgram(organization.id, receiver);
  const access = { email: EMAIL, password: randomBytes(9).toString('base64url'), apiKey, ...program, eventData: EXAMPLE_EVENT };
  await keep(access);
  await createOwner(organization.id, access.password);
  return access;
}

/** Creates the demo's owner through the auth library, as a registration would. */
async function createOwner(organizationId: string, password: string): Promise<void> {
  const auth = dashboardAuth();
  const { user } = await auth.api.signUpEmail({ body: { email: EMAIL, password, name: 'Demo owner' } });
  await auth.api.addMember({ body: { userId: user.id, organizationId, role: 'OWNER' } });
}
