/**
 * The long form of the tests of crashes: kills the service, and now and then Postgres with it, again and again
 * while events are sent, and after each kill asks what must always hold: `npm run faults -- --kills 1000 --seed 7`.
 * It ends at the first acknowledged event that is lost, done twice or out of order, and fails when a recovery took too long.
 */
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { Campaign, remoteOrganization, type CampaignOutcome } from '../support/campaign';
import { chance, note, type Chance } from '../support/chance';
import { CrashableService, untilDone } from '../support/crash';
import { brokenInvariants, unfinished } from '../support/invariants';
import { Place } from '../support/service';

const EVENTS = 1_000;
/** The service lives at most so long before it is killed again. */
const LIFE_MS = 700;
/** One kill in so many takes Postgres too. */
const DATABASE_EVERY = 10;
/** What is promised. */
const RECOVERY_MS = 10_000;

const { values } = parseArgs({ options: { kills: { type: 'string', default: '50' }, seed: { type: 'string' } } });
if (values.seed) process.env.FAULT_SEED = values.seed;

interface Tally {
  kills: number;
  withDatabase: number;
  /** Kills that found events in the queue. */
  hit: number;
  acknowledged: number;
  readonly recoveries: number[];
}

const tally: Tally = { kills: 0, withDatabase: 0, hit: 0, acknowledged: 0, recoveries: [] };

async function kill(service: CrashableService, random: Chance): Promise<void> {
  const query = await service.query();
  await random.moment(LIFE_MS);
  const { events } = await unfinished(query);
  const withDatabase = (tally.kills + 1) % DATABASE_EVERY === 0;
  const { pid } = await service.place.postgres();
  const begun = performance.now();
  if (withDatabase) process.kill(pid, 'SIGKILL');
  await service.kill();
  await service.restart();
  const recovery = Math.round(performance.now() - begun);
  tally.recoveries.push(recovery);
  tally.kills += 1;
  if (withDatabase) tally.withDatabase += 1;
  if (events > 0) tally.hit += 1;
  const broken = await brokenInvariants(await service.query());
  if (broken.length > 0) throw new Error(broken.join('\n'));
}

/** Kills until all events of one organization are acknowledged and done, or there were enough kills; then reckons. */
async function round(service: CrashableService, number: number, most: number, random: Chance): Promise<void> {
  const organization = await remoteOrganization(service.address, { inventoryMode: number % 2 === 0 ? 'SIMPLE' : 'LOT' });
  const campaign = new Campaign(organization, { events: EVENTS, participants: 30 }, `round-${number}`);
  const sending = campaign.sendPersistently([service.address]);
  const isOver = async (): Promise<boolean> =>
    campaign.isAcknowledged && (await unfinished(await service.query(), organization.id)).events === 0;
  while (tally.kills < most && !(await isOver())) await kill(service, random);
  await sending;
  const query = await service.query();
  await untilDone(query, 'events', organization.id);
  const [outcome, expected] = [await campaign.outcome(query), campaign.expected()];
  if (!isDeepStrictEqual(outcome, expected)) throw new Error(`round ${number}: ${told(outcome)}`);
  tally.acknowledged += campaign.acknowledged.size;
  note(`round ${number}: ${summary()}`);
}

const told = ({ lost, unfinished: open, notCreditedOnce, outOfOrder }: CampaignOutcome): string =>
  JSON.stringify({ lost, unfinished: open, notCreditedOnce, outOfOrder });

const slow = (): number[] => tally.recoveries.filter((ms) => ms > RECOVERY_MS);

function summary(): string {
  const sorted = [...tally.recoveries].sort((a, b) => a - b);
  const [median = 0, worst = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  const { kills, withDatabase, hit, acknowledged } = tally;
  return `${kills} kills, ${withDatabase} with Postgres, ${hit} with events in the queue; ${acknowledged} events acknowledged, 0 lost, 0 done twice; ready after ${median} ms at the median and ${worst} ms at worst, ${slow().length} times later than ${RECOVERY_MS} ms`;
}

const random = chance('kills');
const place = await Place.create();
try {
  const service = await CrashableService.start(place);
  for (let number = 1; tally.kills < Number(values.kills); number++) await round(service, number, Number(values.kills), random);
  if (slow().length > 0) process.exitCode = 1;
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`after ${tally.kills} kills: ${(error as Error).stack}\n`);
} finally {
  await place.remove();
}
