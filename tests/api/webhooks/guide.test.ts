import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { freePort } from '@/cli/postgres';
import { childEnvironment } from '@/env';
import { origin } from '@tests/support/api';
import { send } from '@tests/support/http';
import { temporaryFolder } from '@tests/support/temporary-folder';
import { sandboxWith } from '@tests/support/webhooks';

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

/** A piece of code exactly as a reader of the page copies it. */
async function codeShown(id: string): Promise<string> {
  const { text } = await send(origin(), { method: 'GET', path: '/docs/webhooks' });
  const [, code] = new RegExp(`<h3 id="${id}">[^<]*</h3>\\s*<pre><code>([^]*?)</code></pre>`).exec(text) ?? [];
  if (code === undefined) throw new Error(`the page shows no ${id}`);
  return code.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity]!);
}

test('the TypeScript shown is what the service itself verifies with', async () => {
  expect(await codeShown('typescript')).toBe(await readFile('src/domain/webhooks/verify.ts', 'utf8'));
});

test('the receiver shown accepts what is delivered to it and refuses what others send', async () => {
  const [folder, port] = [await temporaryFolder('receiver'), await freePort()];
  await writeFile(join(folder, 'verify.ts'), await codeShown('typescript'));
  await writeFile(join(folder, 'receiver.ts'), await codeShown('node-server'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const url = `http://127.0.0.1:${port}/`;
  const sandbox = await sandboxWith({ url });
  const settings = { ...childEnvironment({}), PORT: String(port), WEBHOOK_SECRET: sandbox.endpoint.secret };
  const receiver = spawn('node', [join(folder, 'receiver.ts')], { env: settings, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  receiver.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  try {
    const forged = () => fetch(url, { method: 'POST', body: '{}', headers: { 'service-signature': `t=1,v1=${'0'.repeat(64)}` } });
    await vi.waitUntil(
      () =>
        forged().then(
          () => true,
          () => false,
        ),
      { timeout: 15_000, interval: 50 },
    );
    expect((await forged()).status).toBe(401);
    const { id, webhook_id } = await sandbox.send('balance.credited');
    await sandbox.advance('1s');
    expect(await sandbox.delivery(id)).toMatchObject({ status: 'DELIVERED', response_status: 204 });
    await vi.waitUntil(() => printed.includes('\n'), { timeout: 5_000, interval: 10 });
    expect(printed).toBe(`balance.credited ${webhook_id}\n`);
  } finally {
    receiver.kill('SIGKILL');
  }
});

test.each(['python', 'go', 'ruby'])('the page shows code for %s', async (language) => {
  expect(await codeShown(language)).toContain('300');
});
