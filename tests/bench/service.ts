/** Starts the built service on the measured database as `npm start` does, in a separate process so that it alone is measured. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { databaseUrl } from '@/env';
import { Installation } from '@tests/support/service';

const KEY = Buffer.alloc(32, 5).toString('base64');
export const ADMIN_KEY = 'sk_admin_of_measurements_0001';

export interface MeasuredService {
  readonly address: string;
  readonly pid: number;
}

/** Runs `work` with the service, then stops it. */
export async function withService<T>(work: (service: MeasuredService) => Promise<T>): Promise<T> {
  const place = await Installation.create();
  const settings = {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl(),
    SERVE_DASHBOARD: 'true',
    OPEN_SIGN_UP: 'true',
    HOST: '127.0.0.1',
    ENCRYPTION_KEY: KEY,
    AUTH_SECRET: KEY,
    ADMIN_API_KEY: ADMIN_KEY,
    RATE_LIMIT_PER_SECOND: '0',
  };
  const service = place.run(settings, ['npm', 'start']);
  try {
    await service.ready();
    return await work({ address: service.address, pid: programOf(place) });
  } finally {
    service.signal('SIGTERM');
    await service.ended;
    await place.remove();
  }
}

/** Pid of the serving process, below npm and the launcher, which have it as an argument. */
function programOf(place: Installation): number {
  const found = place.processes().find((pid) => {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return command.includes('.next/service/main.mjs') && !command.includes('ensure-installed');
  });
  if (found === undefined) throw new Error('The process of the service is not found.');
  return found;
}

/** Runs a JavaScript module in a separate process. @returns its output. */
export async function elsewhere(script: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, '--', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (printed += text));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`the client ended with ${code}`);
  return printed.trim();
}
