/**
 * Fills an organization of a database for measurements:
 * `DATA_DIR=.bench npx tsx tests/bench/load.ts --participants 1000000 --postings 5000000`.
 */
import { parseArgs } from 'node:util';
import { publishSettings } from '@/env';
import { withBenchDatabase } from './database';
import { populate } from './population/populate';

/** Durability does not matter: a half-loaded database is discarded after a crash. */
const FASTER = ['fsync=off', 'full_page_writes=off', 'max_wal_size=8GB', 'shared_buffers=2GB', 'autovacuum=off'];

const { values } = parseArgs({
  options: {
    participants: { type: 'string', default: '1000000' },
    postings: { type: 'string' },
    name: { type: 'string', default: 'A million' },
  },
});
const participants = Number(values.participants);
const postings = Number(values.postings ?? participants * 5);
const report = (step: string, ms: number): void =>
  void process.stdout.write(`${step.padEnd(24)}${(ms / 1_000).toFixed(1).padStart(8)} s\n`);

// The organization's endpoints point to a port where nothing listens.
publishSettings({ WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true' });
const since = performance.now();
const plan = await withBenchDatabase(FASTER, () => populate({ participants, postings, name: values.name, report }));
report('all', performance.now() - since);
process.stdout.write(`Organization ${plan.organizationId}\n`);
