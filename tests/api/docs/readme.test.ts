/** The requests, commands and expressions of the README and the documents beside it do and return what they say. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { EventDetail, RuleEvaluation } from '@/contract/event';
import type { LedgerPublicKey } from '@/contract/ledger';
import { seedProgram } from '@/demo/seed-organization';
import { compileCondition } from '@/domain/rules/condition';
import { compileTemplate } from '@/domain/rules/template';
import { organization, origin } from '@tests/support/api';
import { difference } from '@tests/support/examples/answers';
import { hasCommands, shellIn } from '@tests/support/examples/shell';
import { processDueEvents } from '@tests/support/jobs';
import { books } from '@tests/support/proof';
import { temporaryFolder } from '@tests/support/temporary-folder';

const PAGES = ['README.md', 'docs/architecture.md', 'docs/features.md', 'docs/operations.md'];
const TEXT = (await Promise.all(PAGES.map((path) => readFile(path, 'utf8')))).join('\n');

const section = (title: string): string => TEXT.split(new RegExp(`^## ${title}$`, 'm'))[1]!.split(/^##? /m)[0]!;
const blocks = (title: string, language: string): string[] =>
  [...section(title).matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(([, of, code]) => (of === language ? [code!] : []));

/** A shell in a new folder, with a service at the address that the pages use. */
async function terminal(variables: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder('readme');
  const withCommands = await hasCommands(folder);
  const shell = await shellIn(folder, !withCommands);
  const run = (command: string) => shell.run(command.replaceAll('http://localhost:3000', origin()), variables);
  return { folder, run, withCommands };
}

/** The demo program, which the pages assume. */
async function demo() {
  const made = await organization();
  const { programId } = await seedProgram(made.id, null);
  return { ...made, ...(await terminal({ API_KEY: made.key, PROGRAM_ID: programId })) };
}

test('the first event is accepted, explained and credited as shown', async () => {
  const { id, api, run } = await demo();
  const ids = new Map<string, string>();
  const [command] = blocks('A first event', 'sh');
  const [accepted, evaluated, credited] = blocks('A first event', 'json').map((code) => JSON.parse(code) as Record<string, unknown>);
  const event = JSON.parse(await run(command!)) as { id: string };
  expect(difference(accepted, event, { ids, part: true })).toBeNull();
  await vi.waitUntil(async () => (await processDueEvents(id)) >= 0 && (await api.get(`/events/${event.id}`)).body.status === 'COMPLETED', {
    timeout: 60_000,
  });
  const { rule_evaluations } = (await api.get<EventDetail>(`/events/${event.id}`)).body;
  const matched = rule_evaluations.find(({ rule_name }) => rule_name === evaluated!.rule_name)!;
  const shown = evaluated as unknown as RuleEvaluation;
  expect(difference(shown, { ...matched, trace: matched.trace.slice(0, shown.trace.length) }, { ids, part: true })).toBeNull();
  const balances = await api.get('/participants/ext:ada/balances');
  expect(difference(credited, balances.body, { ids, part: false })).toBeNull();
});

test('the condition and the amount that are shown are ones', () => {
  const [condition = '', amount = ''] = [...section('Conditions are CEL').matchAll(/`((?:event\.|\{\{)[^`]+)`/g)].map(([, code]) => code!);
  expect(compileCondition(condition).source).toBe(condition);
  expect(compileTemplate(amount, 'amount').source).toBe(amount);
});

test('rules are exported and put back as shown, where the machine has curl and jq', async () => {
  const { run, withCommands } = await demo();
  const [commands] = blocks('Rules in a repository', 'sh');
  expect(commands).toContain('expected_rule_configuration_version');
  if (!withCommands) return;
  const printed = await run(`${commands!.replace('curl $RULES/export', 'curl -s $RULES/export')}`);
  const { diff } = JSON.parse(printed) as { diff: Record<string, unknown[]> };
  expect(Object.values(diff).flat()).toEqual([]);
});

test('a ledger is exported and proved away from the service as shown', async () => {
  const ours = await books();
  await ours.postEntries(3);
  const { folder, run } = await terminal({ API_KEY: ours.key });
  const { body } = await ours.api.get<LedgerPublicKey>('/ledger/public-key');
  await writeFile(join(folder, 'key.pem'), body.public_key);
  const [commands = ''] = blocks('Proof of the ledger', 'sh');
  // npm runs scripts in the project folder, but the files are where the commands are typed.
  const here = commands
    .replace('npm run verify-ledger', `npm --prefix '${process.cwd()}' run verify-ledger`)
    .replace('-- ledger.ndjson --public-key key.pem', '-- "$PWD/ledger.ndjson" --public-key "$PWD/key.pem"');
  const printed = await run(here);
  expect(printed).toContain('WHOLE: 3 entries');
  expect(printed).toContain(`Signed through position 3 by ${body.key_id}`);
});

// `npm run build` and `npm start` are not run once more here: the tests in a browser begin with both. A database at `host` there is none.
test('the keys for production are made as shown and are ones, where the machine has openssl', async () => {
  const { run } = await terminal({});
  const [commands = ''] = blocks('In production', 'sh');
  const making = commands.split('\n').find((line) => line.includes('openssl'))!;
  if (!(await run('command -v openssl || true'))) return;
  const keys = (await run(`${making}\necho "$ENCRYPTION_KEY $AUTH_SECRET"`)).trim().split(' ');
  expect(keys.map((key) => Buffer.from(key, 'base64').length)).toEqual([32, 32]);
});
