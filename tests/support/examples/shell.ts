/** Runs the documentation's commands in a real shell, exactly as written. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '@/env';

export interface Shell {
  /** @returns what the command printed. @throws Error when it fails. */
  run(command: string, variables: Readonly<Record<string, string>>): Promise<string>;
}

const STAND_INS = ['curl', 'jq'];
const PATIENCE_MS = 120_000;

const runs = (folder: string, command: string, settings: Readonly<Record<string, string>>): Promise<string> =>
  new Promise((done, failed) => {
    const options = { cwd: folder, env: childEnvironment(settings), timeout: PATIENCE_MS, maxBuffer: 64 * 1024 * 1024 };
    execFile('sh', ['-euc', command], options, (error, stdout, stderr) => {
      if (error) failed(new Error(`${command}\nfailed: ${error.message}\n${stderr}\n${stdout}`));
      else done(stdout);
    });
  });

/** Whether the machine has the programs that the commands call. */
export async function hasCommands(folder: string): Promise<boolean> {
  return runs(folder, STAND_INS.map((name) => `command -v ${name}`).join(' && '), {}).then(
    () => true,
    () => false,
  );
}

/**
 * @param folder working directory, which the commands may write to.
 * @param standIns whether minimal stand-ins replace curl and jq, as on a machine without them. They refuse what they do not support.
 */
export async function shellIn(folder: string, standIns: boolean): Promise<Shell> {
  const path = standIns ? [await standInsIn(folder), childEnvironment().PATH ?? ''].join(delimiter) : (childEnvironment().PATH ?? '');
  return { run: (command, variables) => runs(folder, command, { ...variables, PATH: path }) };
}

async function standInsIn(folder: string): Promise<string> {
  const bin = join(folder, 'stand-ins');
  await mkdir(bin, { recursive: true });
  for (const name of STAND_INS) {
    const script = fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
    await writeFile(join(bin, name), `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
    await chmod(join(bin, name), 0o755);
  }
  return bin;
}
