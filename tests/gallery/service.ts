/** The built service on a data folder and a port of its own, for as long as pictures are taken. */
import { Installation, type RunningService } from '@tests/support/service';

const KEY = Buffer.alloc(32, 7).toString('base64');

export interface Stage {
  readonly address: string;
  close(): Promise<void>;
}

/** @throws Error when there is no build, or the service does not start. */
export async function openService(): Promise<Stage> {
  const place = await Installation.create();
  const settings = {
    NODE_ENV: 'production',
    SERVE_DASHBOARD: 'true',
    HOST: '127.0.0.1',
    OPEN_SIGN_UP: 'true',
    ENCRYPTION_KEY: KEY,
    AUTH_SECRET: KEY,
    RATE_LIMIT_PER_SECOND: '0',
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
  };
  const service: RunningService = place.run(settings, ['npm', 'start']);
  try {
    await service.ready();
  } catch (error) {
    await place.remove();
    throw error;
  }
  return {
    address: `http://localhost:${place.port}`,
    close: async () => {
      service.signal('SIGTERM');
      await service.ended;
      await place.remove();
    },
  };
}
