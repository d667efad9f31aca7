/** `npm run shop`: opens the example shop for the service running on this machine, one port above it and on this machine only. */
import { shopServer } from '../demo/shop/server';
import { RefusedByService } from '../demo/shop/service';
import { env } from '../env';
import { readAnyDemoAccess } from './demo-access';
import { fail } from './fail';
import { StartError } from './start-error';

/** `disconnect` comes when the launcher was killed. */
const ENDS = ['SIGINT', 'SIGTERM', 'disconnect'] as const;

async function open(): Promise<void> {
  const { DATA_DIR, PORT } = env();
  const address = `http://localhost:${PORT}`;
  const port = Number(process.argv[2] ?? PORT + 1);
  const access = await readAnyDemoAccess(DATA_DIR);
  if (!access) throw new StartError(`There is no demo organization in ${DATA_DIR}: start the service with \`npm run dev\` first.`);
  const server = await shopServer({ address, apiKey: access.apiKey }).catch((error: unknown) => {
    const isDown = error instanceof RefusedByService && error.status === 504;
    throw isDown ? new StartError(`The service does not answer at ${address}: start it with \`npm run dev\`.`) : error;
  });
  server.once('error', ({ message }) =>
    fail(new StartError(`The shop cannot open on port ${port} (${message}): give it another, as in \`npm run shop -- 4000\`.`)),
  );
  for (const end of ENDS) process.once(end, () => process.exit());
  server.listen(port, '127.0.0.1', () =>
    process.stdout.write(`\nThe example shop is open at http://localhost:${port}. Ctrl-C closes it.\n\n`),
  );
}

await open().catch(fail);
