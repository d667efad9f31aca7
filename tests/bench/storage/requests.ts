/** What one request costs: the bytes of its row in the log, and the time of one adjustment after another. */
import { Client as HttpClient } from 'undici';
import { withConnection } from '../../../prisma/connect';
import { load } from '../ratios/load';
import { median } from '../ratios/pairs';
import { adjustmentsOf, balanceReadsOf } from '../ratios/requests';
import { headersOf } from '../ratios/stage';
import { createRawPostings } from '../rivals/posting';
import { RAW_CALL } from '../rivals/posting-clients';
import { trial, type Measure, type Turn } from './measure';
import { growthBetween, totalBytes, vacuumedSizes, type Size } from './sizes';
import { quiet, type Subject } from './subject';

const KB = 1_000;
const LOG = 'request_logs';
const WARM_UP_CALLS = 50;
const ACCOUNTS = 5_000;

export const loggedRequests: Measure = {
  name: 'log',
  figures: [
    {
      name: 'log disk',
      what: 'bytes on disk of a logged request, half of them reads, half adjustments',
      unit: 'KB',
      goal: 0.5,
      better: 'lower',
    },
  ],
  prepare: (subject, { requests }) => Promise.resolve(trial(() => logTurn(subject, requests))),
};

async function logTurn(subject: Subject, requests: number): Promise<Turn> {
  const { client, silent } = subject;
  const before = ofLog(await vacuumedSizes(client));
  for (const plan of [balanceReadsOf(subject, silent), adjustmentsOf(subject, silent)]) await load({ ...plan, requests: requests / 2 });
  await quiet(client);
  const growth = growthBetween(before, ofLog(await vacuumedSizes(client)));
  return { values: { 'log disk': totalBytes(growth) / KB / requests } };
}

/** @throws Error when the log is kept under another name. */
function ofLog(sizes: ReadonlyMap<string, Size>): Map<string, Size> {
  const size = sizes.get(LOG);
  if (!size) throw new Error(`There is no table ${LOG}.`);
  return new Map([[LOG, size]]);
}

export const adjustments: Measure = {
  name: 'adjust',
  figures: [
    { name: 'adjust time', what: 'one adjustment after another by one client', unit: 'ms', goal: null, better: 'lower' },
    { name: 'adjust minimal', what: 'one call after another of the minimal function', unit: 'ms', goal: null, better: 'lower' },
    { name: 'adjust ratio', what: 'the adjustment against the minimal function', unit: 'times', goal: 4, better: 'lower' },
  ],
  prepare: async (subject, { requests }) => {
    await createRawPostings(subject.besideUrl);
    await adjustTimes(subject, WARM_UP_CALLS);
    await minimalTimes(subject, WARM_UP_CALLS);
    return trial(() => adjustTurn(subject, Math.ceil(requests / 20)));
  },
};

async function adjustTurn(subject: Subject, calls: number): Promise<Turn> {
  const time = median(await adjustTimes(subject, calls));
  await quiet(subject.client);
  const minimal = median(await minimalTimes(subject, calls));
  return { values: { 'adjust time': time, 'adjust minimal': minimal, 'adjust ratio': time / minimal } };
}

/** Milliseconds of each request, on one connection that stays open. */
async function adjustTimes({ service, silent }: Subject, calls: number): Promise<number[]> {
  const client = new HttpClient(service.origin);
  const body = { program_id: silent.programId, asset_id: silent.assetId, type: 'CREDIT', amount: '5', description: 'Measured' };
  const times = await timesOf(calls, async () => {
    const participant = silent.participantIds[Math.floor(Math.random() * silent.participantIds.length)]!;
    const answer = await client.request({
      method: 'POST',
      path: `/v1/participants/${participant}/balances/adjust`,
      headers: headersOf(silent),
      body: JSON.stringify({ ...body, idempotency_key: crypto.randomUUID() }),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`an adjustment answered ${answer.statusCode}: ${text}`);
  });
  await client.close();
  return times;
}

const minimalTimes = ({ besideUrl }: Subject, calls: number): Promise<number[]> =>
  withConnection(besideUrl, (client) =>
    timesOf(calls, () => client.query({ ...RAW_CALL, values: [Math.floor(Math.random() * ACCOUNTS)] })),
  );

async function timesOf(calls: number, call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < calls; n += 1) {
    const begun = performance.now();
    await call();
    times.push(performance.now() - begun);
  }
  return times;
}
