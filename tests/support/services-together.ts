/** Runs several service processes on one database, each of which can be killed separately. */
import { join } from 'node:path';
import { startPostgres } from '@/cli/postgres';
import { CrashableService } from './crash';
import { queryAt, type Query } from './invariants';
import { Installation } from './service';

/** Shared keys: what one process encrypts or signs, the others must read. */
const KEYS = { ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'), AUTH_SECRET: Buffer.alloc(32, 2).toString('base64') };

export interface ServicesTogether {
  readonly services: readonly CrashableService[];
  readonly addresses: readonly string[];
  readonly query: Query;
  /** Stops the processes and their database, and removes their data. */
  end(): Promise<void>;
}

/** @param settings one entry per process. */
export async function startTogether(settings: readonly Readonly<Record<string, string>>[]): Promise<ServicesTogether> {
  const places = await Promise.all(settings.map(() => Installation.create()));
  const database = await startPostgres(join(places[0]!.folder, 'database'));
  const end = async (): Promise<void> => {
    await Promise.all(places.slice(1).map((place) => place.remove()));
    await database.stop();
    await places[0]!.remove();
  };
  const started = places.map((place, index) => CrashableService.start(place, { ...KEYS, DATABASE_URL: database.url, ...settings[index] }));
  try {
    const services = await Promise.all(started);
    return { services, addresses: services.map(({ address }) => address), query: queryAt(database.url), end };
  } catch (error) {
    await Promise.allSettled(started);
    await end();
    throw error;
  }
}
