import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { endOrphan, isAlive, waitUntil } from '@/cli/postmaster';
import { temporaryFolder } from '@tests/support/temporary-folder';

test.runIf(process.platform === 'linux')(
  'a killed server keeps the next one waiting for as long as its number is taken, which no signal can free',
  async () => {
    const cluster = await temporaryFolder('cluster');
    onTestFinished(() => rm(cluster, { recursive: true }));
    // The program that replaces the shell never reaps its child.
    const negligent = spawn('sh', ['-c', 'sleep 0.01 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [printed] = (await once(negligent.stdout, 'data')) as [Buffer];
    const pid = Number(printed.toString());
    await waitUntil(() => !isAlive(pid), 5_000);
    await writeFile(join(cluster, 'postmaster.pid'), `${pid}\n${cluster}\n`);
    let isFree = false;
    const free = endOrphan(cluster).then((ended) => {
      isFree = true;
      return ended;
    });
    // Long enough for more than one check.
    await waitUntil(() => isFree, 100);
    expect([isAlive(pid), isFree]).toEqual([false, false]);
    negligent.kill('SIGKILL');
    expect(await free).toBe(null);
  },
);
