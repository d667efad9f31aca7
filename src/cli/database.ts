/**
 * Runs the embedded Postgres for a process that was given no database, and restarts it on the same
 * port when it dies.
 */
import { join } from 'node:path';
import { messageOf } from '../domain/thrown';
import { env, publishSettings } from '../env';
import { startPostgres, type EmbeddedPostgres } from './postgres';
import type { StartedPart } from './shutdown';

/** A server that dies again this soon after a restart will not recover by itself. */
const STABLE_MS = 60_000;

interface DatabaseWatch {
  report(sentence: string): void;
  /** Called when the server died and could not be restarted. */
  giveUp(): void;
}

/** The embedded server as a part of the service; its address becomes DATABASE_URL. */
export function embeddedDatabase(watch: DatabaseWatch): StartedPart<void> {
  const folder = join(env().DATA_DIR, 'postgres');
  let server: EmbeddedPostgres | null = null;
  let stopping = false;
  let revivedAt = Number.NEGATIVE_INFINITY;
  let reviving: Promise<void> = Promise.resolve();

  const follow = (started: EmbeddedPostgres): void => {
    server = started;
    void started.exited.then(() => {
      if (!stopping) reviving = revive(started);
    });
  };

  const revive = async (dead: EmbeddedPostgres): Promise<void> => {
    server = null;
    if (performance.now() - revivedAt < STABLE_MS) {
      watch.report(`The embedded Postgres died twice within a minute, see ${join(folder, 'server.log')}; ending.`);
      return watch.giveUp();
    }
    revivedAt = performance.now();
    watch.report('The embedded Postgres died; starting it again.');
    try {
      // On the port that this process's connection pools know.
      follow(await startPostgres(folder, { port: Number(new URL(dead.url).port) }));
      watch.report('The embedded Postgres is back.');
    } catch (error) {
      watch.report(`The embedded Postgres could not be started again, ending: ${messageOf(error)}`);
      watch.giveUp();
    }
  };

  return {
    name: 'the embedded Postgres',
    start: async () => {
      const started = await startPostgres(folder);
      publishSettings({ DATABASE_URL: started.url });
      follow(started);
    },
    stop: async () => {
      stopping = true;
      await reviving;
      await server?.stop();
    },
    kill: () => {
      stopping = true;
      server?.kill();
    },
  };
}
