/** Every example of the documentation runs as a reader would copy it; a code block that is not an example fails. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbedded, type Runner } from '@/jobs/embedded';
import { docsPages, type DocsPage } from '@/server/rest/pages/docs/pages';
import { JOBS } from '@/server/services/jobs';
import { origin } from '@tests/support/api';
import { begin, PageRun } from '@tests/support/examples/page';
import { hasCommands, shellIn, type Shell } from '@tests/support/examples/shell';
import { complaints, moduleOf, prepare, printsOf, runModule } from '@tests/support/examples/typescript';
import { send } from '@tests/support/http';
import { useOwnDatabase } from '@tests/support/own-database';
import { startReceiver, type Receiver } from '@tests/support/receiver';
import { temporaryFolder } from '@tests/support/temporary-folder';

await useOwnDatabase();

/** Code for webhook receivers, which guide.test.ts runs against real deliveries. */
const IN_THE_GUIDE_TO_WEBHOOKS = ['typescript', 'node-server', 'python', 'go', 'ruby'];
const PATIENCE_MS = 120_000;

let jobs: Runner;
let receiver: Receiver;
let folder: string;
let shell: Shell;

beforeAll(async () => {
  jobs = startEmbedded(JOBS, { clock: { now: () => new Date() }, sweepMs: 20, onFailure: () => undefined });
  receiver = await startReceiver(200);
  folder = await temporaryFolder('docs');
  shell = await shellIn(folder, !(await hasCommands(folder)));
  await prepare(folder);
});

afterAll(async () => {
  await jobs.stop();
  await receiver.stop();
});

const pages = docsPages().filter(({ examples }) => examples.length > 0);
const variables = () => ({ WEBHOOK_URL: receiver.url, ADMIN_API_KEY: 'sk_admin_for_tests_only_0001' });

async function follow(page: DocsPage, through: Shell): Promise<string[]> {
  const run = await PageRun.of(page, through, variables());
  const done: string[] = [];
  for (const example of page.examples) {
    if (await run.run(example)) done.push(example.id);
    else expect(example.expects.has('file') ? IN_THE_GUIDE_TO_WEBHOOKS : [example.id]).toContain(example.id);
  }
  return done;
}

test.each(pages.map((page) => ({ path: page.path, page })))(
  'the commands, answers and expressions of $path do and give what the page says',
  async ({ page }) => {
    await follow(page, shell);
  },
  PATIENCE_MS,
);

test(
  'on a machine without curl and jq the quickstart goes as well',
  async () => {
    const quickstart = pages.find(({ path }) => path === '/docs/quickstart')!;
    const done = await follow(quickstart, await shellIn(await temporaryFolder('docs'), true));
    expect(done.length).toBeGreaterThan(10);
  },
  PATIENCE_MS,
);

describe('TypeScript', () => {
  const modules = pages.flatMap((page) => {
    const text = moduleOf(page);
    return text === null ? [] : [{ page, text, name: `${page.path.split('/').at(-1)!}.ts` }];
  });

  test(
    'fits types made from the live description, and a field that does not exist does not',
    async () => {
      const [command] = pages.flatMap(({ examples }) => examples).filter(({ expects }) => expects.get('writes') === 'rewards.d.ts');
      await shell.run(command!.code, { BASE: origin() });
      for (const { name, text } of modules) await writeFile(join(folder, name), text);
      const right = modules.find(({ text }) => text.includes("name: 'Coffee club'"))!;
      const wrong = right.text.replace("name: 'Coffee club'", "title: 'Coffee club'");
      await writeFile(join(folder, 'wrong.ts'), wrong);
      const found = complaints([...modules.map(({ name }) => name), 'wrong.ts'].map((name) => join(folder, name)));
      expect(found.filter((text) => !text.includes('/wrong.ts:'))).toEqual([]);
      expect(found.join('\n')).toContain("'title' does not exist");
    },
    PATIENCE_MS,
  );

  test.each(modules)(
    'of $page.path runs and prints what it says',
    async ({ page, text, name }) => {
      await writeFile(join(folder, name), text);
      const given = await begin(page.given, variables());
      expect(await runModule(join(folder, name), given.variables)).toEqual(printsOf(text));
    },
    PATIENCE_MS,
  );
});

test('every code block of every page is one of these examples', async () => {
  const ids = pages.flatMap(({ examples }) => examples.map(({ id }) => id));
  const known = new Set(ids);
  for (const { path } of docsPages()) {
    const { text } = await send(origin(), { method: 'GET', path });
    const blocks = [...text.matchAll(/<pre\b[^>]*>/g)].map(([tag]) => /data-example="([^"]+)"/.exec(tag)?.[1]);
    expect(blocks.filter((id) => id === undefined || !known.has(id))).toEqual([]);
  }
  expect(known.size).toBe(ids.length);
});
