/** ENCRYPTION_KEY can be rotated while the service runs: both keys decrypt meanwhile, and afterwards the old one is useless. */
import { expect, test } from 'vitest';
import { env, publishSettings } from '@/env';
import { statement } from '@/server/db/transaction';
import { renewSecrets } from '@/server/services/secrets/renew-secrets';
import { openEndpointSecret } from '@/server/services/webhooks/endpoints';
import { currentPublicKey } from '@/server/services/ledger/signing-key';
import { organization } from '@tests/support/api';
import { useOwnDatabase } from '@tests/support/own-database';
import { REAL_TIME } from '@tests/support/proof';
import { createEndpoint } from '@tests/support/webhooks';

// Rotation re-encrypts every secret in the database.
await useOwnDatabase();

const newKey = Buffer.alloc(32, 77).toString('base64');

async function storedSecret(id: string): Promise<Uint8Array> {
  const [row] = await statement<{ secret: Uint8Array }>('SELECT secret FROM webhook_endpoints WHERE id = $1', [id]);
  return row!.secret;
}

test('secrets are read under the previous key, renewed once, and read under the new key alone afterwards', async () => {
  const { api } = await organization();
  const endpoint = await createEndpoint(api, 'http://127.0.0.1:9/');
  await api.post('/fulfillment-accounts', {
    provider: 'TREMENDOUS',
    name: 'Cards',
    config: { api_key: 'TEST_secret', environment: 'SANDBOX', funding_source_id: 'F1' },
  });
  const signer = await currentPublicKey(REAL_TIME);
  const oldKey = env().ENCRYPTION_KEY;
  const read = async () => openEndpointSecret(endpoint.id, await storedSecret(endpoint.id));

  publishSettings({ ENCRYPTION_KEY: newKey });
  await expect(read()).rejects.toThrow();
  publishSettings({ ENCRYPTION_KEY_PREVIOUS: oldKey });
  expect(await read()).toBe(endpoint.secret);
  expect(await renewSecrets()).toMatchObject({ kept: 0, unreadable: [] });
  expect(await renewSecrets()).toMatchObject({ renewed: 0, unreadable: [] });

  publishSettings({ ENCRYPTION_KEY_PREVIOUS: '' });
  expect(await read()).toBe(endpoint.secret);
  expect((await currentPublicKey(REAL_TIME)).id).toBe(signer.id);
  publishSettings({ ENCRYPTION_KEY: oldKey });
  await expect(read()).rejects.toThrow();
  publishSettings({ ENCRYPTION_KEY: newKey });
});

test('a secret that neither key reads is named and left as it is', async () => {
  const { api } = await organization();
  const endpoint = await createEndpoint(api, 'http://127.0.0.1:9/');
  const before = await storedSecret(endpoint.id);
  publishSettings({
    ENCRYPTION_KEY: Buffer.alloc(32, 5).toString('base64'),
    ENCRYPTION_KEY_PREVIOUS: Buffer.alloc(32, 6).toString('base64'),
  });
  const { unreadable } = await renewSecrets();
  expect(unreadable).toContain(`webhook_endpoint:${endpoint.id}`);
  expect(await storedSecret(endpoint.id)).toEqual(before);
});
