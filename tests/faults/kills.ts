/**
 * Long form of the crash tests: repeatedly kills the service, sometimes with Postgres, while events are sent and baskets
 * are checked out by decisions, and checks every invariant after each kill: `npm run faults -- --kills 1000 --seed 7`. It
 * stops at the first acknowledged event that is lost, done twice or out of order, and at the first decision that is not as
 * it was answered, or leaves something reserved; it fails when a recovery took too long. With `--tally kills.json`
 * it continues the counts of earlier runs until that many kills are reached in total.
 */
import { randomInt } from 'node:crypto';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { BUNDLE, bundleService } from '@/cli/bundle';
import { Campaign, remoteOrganization, type CampaignOutcome } from '../support/campaign';
import { chance, note, type Chance } from '../support/chance';
import { CheckoutCampaign } from '../support/checkout-campaign';
import { CrashableService, untilDone } from '../support/crash';
import { brokenInvariants, queryOn, unfinished } from '../support/invariants';
import { KillTally } from '../support/kill-tally';
import { Installation } from '../support/service';
import { withConnection } from '../../prisma/connect';

const EVENTS = 1_000;
const BASKETS = 240;
const PARTICIPANTS = 30;
/** The longest the service lives before the next kill. */
const LIFE_MS = 700;
/** One in this many kills takes Postgres down too. */
const DATABASE_EVERY = 10;
/** Rounds before a fresh data folder is used; otherwise the checks would grow with every kill. */
const ROUNDS_OF_A_PLACE = 4;
/** The promised recovery time. */
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

async function kill(service: CrashableService, random: Chance, checkouts: CheckoutCampaign): Promise<void> {
  const { events } = await tally.time('life', async () => {
    await random.moment(LIFE_MS);
    const query = await service.query();
    await checkouts.letExpire(query);
    return unfinished(query);
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
  const lost = await checkouts.lost(await service.query());
  if (broken.length + lost.length > 0) throw new Error([...broken, ...lost].join('\n'));
}

/** Kills until all that is sent to two organizations is acknowledged and done, or enough kills were made; then checks the outcome. */
async function round(service: CrashableService, random: Chance): Promise<void> {
  const number = counts.rounds + 1;
  const settings = { inventoryMode: number % 2 === 0 ? 'SIMPLE' : 'LOT' } as const;
  const organization = await remoteOrganization(service.address, settings);
  const campaign = new Campaign(organization, { events: EVENTS, participants: PARTICIPANTS }, `round-${number}`);
  const checkouts = await CheckoutCampaign.create(service.address, settings, { baskets: BASKETS, participants: PARTICIPANTS });
  const sending = Promise.all([campaign.sendPersistently([service.address]), checkouts.checkOut(service.address)]);
  const isOver = async (): Promise<boolean> =>
    campaign.isAcknowledged && checkouts.isAcknowledged && (await unfinished(await service.query(), organization.id)).events === 0;
  while (counts.kills < kills && !(await isOver())) await kill(service, random, checkouts);
  await sending;
  await checkEnd(service, checkouts, `round ${number}`);
  const query = await service.query();
  await untilDone(query, 'events', organization.id);
  const [outcome, expected] = [await campaign.outcome(query), campaign.expected()];
  if (!isDeepStrictEqual(outcome, expected)) throw new Error(`round ${number}: ${told(outcome)}`);
  counts.acknowledged += campaign.acknowledged.size;
  counts.decisions += checkouts.decisions;
  counts.rounds = number;
  tally.save();
  note(`round ${number}: ${tally.summary()}`);
}

/** Every decision has ended as it was answered once what was left has expired, which a service that has just started looks for at once. */
async function checkEnd(service: CrashableService, checkouts: CheckoutCampaign, round: string): Promise<void> {
  await checkouts.letExpire(await service.query());
  await service.kill();
  await service.restart();
  const query = await service.query();
  await service.until(
    'what was left has expired',
    async () => !Object.values((await checkouts.outcome(query)).decisions).includes('RESERVED'),
  );
  const [outcome, expected, lost] = [await checkouts.outcome(query), checkouts.expected(), await checkouts.lost(query)];
  if (isDeepStrictEqual(outcome, expected) && lost.length === 0) return;
  throw new Error(`${round}: ${JSON.stringify({ lost, outcome, expected })}`);
}

const told = ({ lost, unfinished: open, notCreditedOnce, outOfOrder }: CampaignOutcome): string =>
  JSON.stringify({ lost, unfinished: open, notCreditedOnce, outOfOrder });

/** The seed of a run: random, or reproducible from --seed and different for each run. */
function seedOf(run: number): number {
  return values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed) + run;
}

counts.seeds.push(seedOf(counts.seeds.length));
process.env.FAULT_SEED = String(counts.seeds.at(-1));
const random = chance('kills');
await bundleService();
while (counts.kills < kills && process.exitCode === undefined) {
  const place = await Installation.create();
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
