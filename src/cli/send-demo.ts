/** `npm run demo`: sends the demo's events to the service running on this machine. */
import { env } from '../env';
import { runDemo } from './demo';
import { readAnyDemoAccess } from './demo-access';

const { DATA_DIR, PORT } = env();
const access = await readAnyDemoAccess(DATA_DIR);
if (!access) {
  process.stderr.write(`There is no demo organization in ${DATA_DIR}: start the service with \`npm run dev\` first.\n`);
  process.exit(1);
}
await runDemo(`http://localhost:${PORT}`, access);
