/** (j): memory growth of the service process under load, once warmed up. */
import { setTimeout as delay } from 'node:timers/promises';
import { residentMemory } from '../memory';
import { load } from './load';
import { median, type Ratio } from './pairs';
import { makeClub, processed, singleEvents, type Stage } from './stage';

const EVERY_MS = 5_000;
const WARM_UP_MINUTES = 10;
/** Resident memory may differ by this factor without counting as growth. */
const GOAL = 1.1;

export async function growth(stage: Stage): Promise<Ratio[]> {
  const { service, scale } = stage;
  const club = await makeClub(service);
  const minutes = scale.memoryMinutes;
  const end = performance.now() + minutes * 60_000;
  const samples: number[] = [];
  const sampling = (async () => {
    for (; performance.now() < end; await delay(EVERY_MS)) samples.push(residentMemory(service.pid));
  })();
  // One slice at a time, each fully processed: the load is steady and no backlog builds up.
  while (performance.now() < end) {
    await load({ ...singleEvents(stage, club), connections: 16, requests: 5_000 });
    await processed(stage);
  }
  await sampling;
  const warm = Math.floor(samples.length * Math.min(0.5, WARM_UP_MINUTES / minutes));
  const [early, late] = [
    samples.slice(warm, warm + Math.ceil((samples.length - warm) / 4)),
    samples.slice(-Math.ceil((samples.length - warm) / 4)),
  ];
  const [before, after] = [median(early), median(late)];
  const what = `resident memory at the end of ${minutes} minutes of load against after warming up`;
  return [{ name: 'j', what, unit: 'MiB', ours: after, theirs: before, value: after / before, goal: GOAL, better: 'lower', pairs: [] }];
}
