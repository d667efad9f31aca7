/** A start that must fail says why in one sentence, exits with 1 and leaves nothing running. */
import { createServer } from 'node:net';
import { mkdir, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startPostgres } from '@/cli/postgres';
import { Installation } from '@tests/support/service';

let place: Installation;

beforeEach(async () => {
  const made = await Installation.create();
  place = made;
  return () => made.remove();
});

/** Runs the command to its end and expects this line only. */
async function expectRefusal(sentence: string | RegExp, settings: Readonly<Record<string, string>> = {}): Promise<void> {
  const { code, stdout, stderr } = await place.run(settings).ended;
  expect(stderr).toMatch(sentence);
  expect(stderr.split('\n')).toHaveLength(1);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(place.processes()).toEqual([]);
}

test('a port in use is named, with the setting that changes it', async () => {
  const other = createServer();
  await new Promise<void>((done) => void other.listen(place.port, '127.0.0.1', done));
  onTestFinished(() => new Promise<void>((done) => void other.close(() => done())));
  await expectRefusal(`Port ${place.port} is in use by another program: stop it, or set PORT to a free port.`);
});

test.each([
  ['a file stands where the data folder should be', ''],
  ['the data folder would lie below a file', '/deeper'],
])('%s', async (_case, below) => {
  await mkdir(place.folder, { recursive: true });
  await writeFile(place.dataDir, '');
  const folder = `${place.dataDir}${below}`;
  await expectRefusal(`DATA_DIR (${folder}) must be a folder that this user can write to.`, { DATA_DIR: folder });
});

test('a data folder on a read-only file system', async () => {
  await expectRefusal('DATA_DIR (/sys/rewards) must be a folder that this user can write to.', { DATA_DIR: '/sys/rewards' });
});

describe('a database that cannot be used', () => {
  test('its address is malformed', async () => {
    await expectRefusal('DATABASE_URL must look like postgresql://user:password@host:5432/database.', { DATABASE_URL: 'localhost:5432' });
  });

  test('nothing answers there', async () => {
    await expectRefusal(
      'The database at 127.0.0.1:1/rewards cannot be reached (ECONNREFUSED): check DATABASE_URL and that the server runs.',
      {
        DATABASE_URL: 'postgresql://postgres:secret@127.0.0.1:1/rewards',
      },
    );
  });

  test('its host does not exist', async () => {
    await expectRefusal(/^The host in DATABASE_URL \(no-such-host\.invalid\/rewards\) is not known: correct the name\.$/, {
      DATABASE_URL: 'postgresql://postgres:secret@no-such-host.invalid/rewards',
    });
  });

  test('the password or the name is wrong, and the password is not repeated', async () => {
    const server = await startPostgres(`${place.folder}/other`);
    onTestFinished(server.stop);
    const wrongPassword = new URL(server.url);
    wrongPassword.password = 'hunter2';
    const wrongName = new URL(server.url);
    wrongName.pathname = '/nowhere';
    const refused = await place.run({ DATABASE_URL: wrongPassword.href }).ended;
    expect(refused).toMatchObject({
      code: 1,
      stderr: `The database at ${wrongPassword.host}/rewards refuses the user or password in DATABASE_URL.`,
    });
    const missing = await place.run({ DATABASE_URL: wrongName.href }).ended;
    expect(missing).toMatchObject({
      code: 1,
      stderr: `The database named in DATABASE_URL (${wrongName.host}/nowhere) does not exist: create it, or name another.`,
    });
  });
});

test('a setting that cannot be read is named', async () => {
  await expectRefusal('PORT must be a whole number from 1 to 65535.', { PORT: 'http' });
});

test('production without its keys', async () => {
  const { code, stderr } = await place.run({}, ['node', 'src/cli/ensure-installed.mjs', '--production', 'src/cli/main.ts']).ended;
  expect(stderr).toBe('ENCRYPTION_KEY must be set in production: 32 bytes in base64, as `openssl rand -base64 32` prints them.');
  expect(code).toBe(1);
});
