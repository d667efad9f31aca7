import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { freePort } from '@/cli/free-port';
import { childEnvironment } from '@/env';
import { origin } from '@tests/support/api';
import { send } from '@tests/support/http';
import { temporaryFolder } from '@tests/support/temporary-folder';
import { sandboxWith } from '@tests/support/webhooks';

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

/** A piece of code exactly as a reader of the page copies it. */
async function codeShown(id: string): Promise<string> {
  const { text } = await send(origin(), { method: 'GET', path: '/docs/webhooks' });
  const [, code] = new RegExp(`<pre[^>]*data-example="${id}"><code>([^]*?)</code></pre>`).exec(text) ?? [];
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
      { timeout: 60_000, interval: 50 },
    );
    expect((await forged()).status).toBe(401);
    const { id, webhook_id } = await sandbox.send('balance.credited');
    await sandbox.advance('1s');
    expect(await sandbox.delivery(id)).toMatchObject({ status: 'DELIVERED', response_status: 204 });
    await vi.waitUntil(() => printed.includes('\n'), { timeout: 60_000, interval: 10 });
    expect(printed).toBe(`balance.credited ${webhook_id}\n`);
  } finally {
    receiver.kill('SIGKILL');
  }
});

/** A program around the code shown that reads a body, a header, a secret and a time and prints the verdict. */
const HARNESSES = {
  python: {
    file: 'check.py',
    command: ['python3', 'check.py'],
    wrap: (code: string) => `${code}
import json, sys
for case in json.load(sys.stdin):
    print(str(verify_webhook(case["body"].encode(), case["header"], case["secret"], case["now"])).lower())
`,
  },
  go: {
    file: 'check.go',
    command: ['go', 'run', 'check.go'],
    wrap: (code: string) =>
      code.replace('package webhooks', 'package main').replace('"strings"', '"strings"\n\t"encoding/json"\n\t"fmt"\n\t"os"') +
      `
func main() {
	var cases []struct { Body, Header, Secret string; Now int64 }
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil { panic(err) }
	for _, one := range cases { fmt.Println(Verify([]byte(one.Body), one.Header, one.Secret, time.Unix(one.Now, 0))) }
}
`,
  },
  ruby: {
    file: 'check.rb',
    command: ['ruby', 'check.rb'],
    wrap: (code: string) => `${code}
require "json"
JSON.parse($stdin.read).each { |one| puts verify_webhook(one["body"], one["header"], one["secret"], one["now"]) }
`,
  },
} as const;

const NOW = 1_790_000_000;
const SECRET = 'whsec_for_the_test';
const signed = (body: string, at: number, secret = SECRET): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
const CASES = [
  { verdict: true, body: '{"id":1}', header: signed('{"id":1}', NOW), secret: SECRET, now: NOW },
  {
    verdict: true,
    body: '{}',
    header: `t=${NOW},v1=${'0'.repeat(64)},${signed('{}', NOW).split(',')[1]!}`,
    secret: SECRET,
    now: NOW + 299,
  },
  { verdict: false, body: '{"id":2}', header: signed('{"id":1}', NOW), secret: SECRET, now: NOW },
  { verdict: false, body: '{}', header: signed('{}', NOW, 'another'), secret: SECRET, now: NOW },
  { verdict: false, body: '{}', header: signed('{}', NOW), secret: SECRET, now: NOW + 301 },
  { verdict: false, body: '{}', header: 'v1=00', secret: SECRET, now: NOW },
];

const isInstalled = (program: string): boolean => spawnSync(program, [program === 'go' ? 'version' : '--version']).status === 0;

test.each(['python', 'go', 'ruby'] as const)(
  'the code shown for %s tells genuine deliveries from forged and old ones, where that language is installed',
  async (language) => {
    const { file, command, wrap } = HARNESSES[language];
    const code = await codeShown(language);
    expect(code).toContain('300');
    const [program, ...args] = command;
    if (!isInstalled(program)) return;
    const folder = await temporaryFolder('receiver');
    await writeFile(join(folder, file), wrap(code));
    const run = spawnSync(program, args, { cwd: folder, input: JSON.stringify(CASES), encoding: 'utf8' });
    expect(run.stdout.trim().split('\n'), run.stderr).toEqual(CASES.map(({ verdict }) => String(verdict)));
  },
  120_000,
);
