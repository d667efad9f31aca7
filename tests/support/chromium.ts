/** Finds a Chromium for the browser tests, and installs one where there is none. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { childEnvironment } from '@/env';

/** The headless shell comes first: it uses a fifth less CPU. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const INSTALL_TIMEOUT_MS = 300_000;

/**
 * The program's path, kept in CHROMIUM_PATH for the workers of the run.
 * @throws Error with one sentence when none is found and none can be installed.
 */
export function chromiumPath(): string {
  const path = installed() ?? install();
  if (!path) {
    throw new Error('No Chromium was found or could be installed: install the package chromium, or set CHROMIUM_PATH to one.');
  }
  process.env['CHROMIUM_PATH'] = path;
  return path;
}

function installed(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) return chosen;
  const folders = (process.env['PATH'] ?? '').split(':');
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, chromium.executablePath()].find((path) => existsSync(path));
}

function install(): string | undefined {
  process.stderr.write('No Chromium on this machine; installing one …\n');
  attempt(process.execPath, [join('node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium']);
  const downloaded = installed();
  if (downloaded || process.getuid?.() !== 0) return downloaded;
  attempt('apt-get', ['update', '-qq']);
  for (const name of ['chromium-headless-shell', 'chromium']) {
    attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
    if (installed()) break;
  }
  return installed();
}

function attempt(command: string, args: readonly string[]): void {
  spawnSync(command, args, { stdio: 'ignore', timeout: INSTALL_TIMEOUT_MS, env: childEnvironment({ DEBIAN_FRONTEND: 'noninteractive' }) });
}
