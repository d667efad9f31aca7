/** `npm run shop`: opens the example shop for the service running on this machine, one port above it and on this machine only. */
import { shopServer } from '../demo/shop/server';
import { env } from '../env';
import { readAnyDemoAccess } from './demo-access';
import { fail } from './fail';
import { listen } from './listener';
import { StartError } from './start-error';

const { DATA_DIR, PORT } = env();
const port = Number(process.argv[2] ?? PORT + 1);

try {
  const access = await readAnyDemoAccess(DATA_DIR);
  if (!access) throw new StartError(`There is no demo organization in ${DATA_DIR}: start the service with \`npm run dev\` first.`);
  await listen(await shopServer({ address: `http://localhost:${PORT}`, apiKey: access.apiKey }), '127.0.0.1', port);
  process.stdout.write(`\nThe example shop is open at http://localhost:${port}. Ctrl-C closes it.\n\n`);
} catch (error) {
  fail(error);
}
