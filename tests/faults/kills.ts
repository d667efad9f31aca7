/**
 * The long form of the tests of crashes: kills the service, and now and then Postgres with it, again and again
 * while events are sent, and after each kill asks what must always hold: `npm run faults -- --kills 1000 --seed 7`.
 * It ends at the first acknowledged event that is lost, done twice or out of order, and fails when a recovery took too long.
 * With `--tally kills.json` it goes on from what the runs before it counted there, until there are as many kills in all.
 */
import { randomInt } from 'node:crypto';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { BUNDLE, bundleService } from '@/cli/bundle';
import { Campaign, remoteOrganization, type CampaignOutcome } from '../support/campaign';
import { chance, note, type Chance } from '../support/chance';
import { CrashableService, untilDone } from '../support/crash';
import { brokenInvariants, queryOn, unfinished } from '../support/invariants';
import { KillTally } from '../support/kill-tally';
import { Place } from '../support/service';
import { withConnection } from '../../prisma/connect';

const EVENTS = 1_000;
/** The service lives at most so long before it is killed again. */
const LIFE_MS = 700;
/** One kill in so many takes Postgres too. */
const DATABASE_EVERY = 10;
/** After so many a new data folder takes the place of the old one: what is checked after each kill would else grow with all kills before it. */
const ROUNDS_OF_A_PLACE = 4;
/** What is promised. */
const RECOVERY_MS = 10_000;

/** What `npm start` runs, without npm and without the dashboard. */
const COMMAND = ['node', 'src/cli/ensure-installed.mjs', '--production', BUNDLE];
const SETTINGS = {
  HOST: '127.0.0.1',
  ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  AUTH_SECRET: Buffer.alloc(32, 2).toString('base64'),
};

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, seed: { type: 'string' }, tally: { type: 'string' } },
});
const kills = Number(values.kills);
const tally = new KillTally(values.tally);
const { counts } = tally;

async function kill(service: CrashableService, random: Chance): Promise<void> {
  const { events } = await tally.time('life', async () => {
    await random.moment(LIFE_MS);
    return unfinished(await service.query());
  });
  const withDatabase = (counts.kills + 1) % DATABASE_EVERY === 0;
  const { pid } = await service.place.postgres();
  await tally.time('recovery', async () => {
    if (withDatabase) process.kill(pid, 'SIGKILL');
    await service.kill();
    await service.restart();
  });
  counts.kills += 1;
  if (withDatabase) counts.withDatabase += 1;
  if (events > 0) counts.hit += 1;
  const { url } = await service.place.postgres();
  const broken = await tally.time('check', () => withConnection(url, (client) => brokenInvariants(queryOn(client))));
  if (broken.length > 0) throw new Error(broken.join('\n'));
}

/** Kills until all events of one organization are acknowledged and done, or there were enough kills; then reckons. */
async function round(service: CrashableService, random: Chance): Promise<void> {
  const number = counts.rounds + 1;
  const organization = await remoteOrganization(service.address, { inventoryMode: number % 2 === 0 ? 'SIMPLE' : 'LOT' });
  const campaign = new Campaign(organization, { events: EVENTS, participants: 30 }, `round-${number}`);
  const sending = campaign.sendPersistently([service.address]);
  const isOver = async (): Promise<boolean> =>
    campaign.isAcknowledged && (await unfinished(await service.query(), organization.id)).events === 0;
  while (counts.kills < kills && !(await isOver())) await kill(service, random);
  await sending;
  const query = await service.query();
  await untilDone(query, 'events', organization.id);
  const [outcome, expected] = [await campaign.outcome(query), campaign.expected()];
  if (!isDeepStrictEqual(outcome, expected)) throw new Error(`round ${number}: ${told(outcome)}`);
  counts.acknowledged += campaign.acknowledged.size;
  counts.rounds = number;
  tally.save();
  note(`round ${number}: ${tally.summary()}`);
}

const told = ({ lost, unfinished: open, notCreditedOnce, outOfOrder }: CampaignOutcome): string =>
  JSON.stringify({ lost, unfinished: open, notCreditedOnce, outOfOrder });

/** Each run of a campaign has moments of its own, which its seed repeats. */
function seedOf(run: number): number {
  return values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed) + run;
}

counts.seeds.push(seedOf(counts.seeds.length));
process.env.FAULT_SEED = String(counts.seeds.at(-1));
const random = chance('kills');
await bundleService();
while (counts.kills < kills && process.exitCode === undefined) {
  const place = await Place.create();
  try {
    const service = await CrashableService.start(place, SETTINGS, COMMAND);
    for (let rounds = 0; counts.kills < kills && rounds < ROUNDS_OF_A_PLACE; rounds++) await round(service, random);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`after ${counts.kills} kills: ${(error as Error).stack}\n`);
  } finally {
    await place.remove();
  }
}
if (tally.laterThan(RECOVERY_MS) > 0) {
  process.exitCode = 1;
  process.stderr.write(`${tally.laterThan(RECOVERY_MS)} recoveries took longer than ${RECOVERY_MS} ms\n`);
}
