/** (i): the last page of a long list compared with its first. */
import { load } from './load';
import { figure, quantile, ratioOf, type Ratio } from './pairs';
import { call } from './service';
import { eventOf, makeClub, untilIdle, singleEvents, type Stage } from './stage';

/** Calls of each page in a pair. */
const CALLS = 200;

interface Page {
  readonly pagination: { readonly next_cursor: string | null };
}

export async function lists(stage: Stage): Promise<Ratio[]> {
  const { service, scale } = stage;
  const club = await makeClub(service);
  const plan = {
    ...singleEvents(stage, club),
    path: '/v1/events/batch',
    body: '{"events":[{events}]}',
    event: eventOf(club),
    batch: 100,
    connections: 8,
  };
  await load({ ...plan, requests: Math.ceil(scale.events / 100) });
  await untilIdle(stage);
  const read = (path: string): Promise<Page> => call<Page>(service.origin, club.key, path);
  const lines: Ratio[] = [];
  for (const list of ['/v1/events', '/v1/participants', '/v1/journal-entries']) {
    const deepest = `${list}?limit=50&cursor=${encodeURIComponent(await lastCursor((cursor) => read(`${list}?limit=200${cursor}`)))}`;
    const pairs: [number, number][] = [];
    for (let turn = 0; turn <= scale.pairs; turn += 1) {
      const pair = await p95InTurns(
        () => read(deepest),
        () => read(`${list}?limit=50`),
      );
      // The first warms up.
      if (turn === 0) continue;
      pairs.push(pair);
      stage.tell(`  pair ${turn}: ${figure(pair[0])} against ${figure(pair[1])}`);
    }
    lines.push(
      ratioOf({ name: 'i', what: `the deepest page of ${list} against the first, p95`, unit: 'ms', goal: 1.2, better: 'lower' }, pairs),
    );
  }
  return lines;
}

/** The milliseconds that 95 of 100 calls of each take, called alternately. */
async function p95InTurns(ours: () => Promise<unknown>, theirs: () => Promise<unknown>): Promise<[number, number]> {
  const ms: readonly [number[], number[]] = [[], []];
  for (let n = 0; n < CALLS; n += 1) {
    ms[0].push(await timed(ours));
    ms[1].push(await timed(theirs));
  }
  return [quantile(ms[0], 0.95), quantile(ms[1], 0.95)];
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}

/** The cursor of the last full page. */
async function lastCursor(page: (cursor: string) => Promise<Page>): Promise<string> {
  let before = '';
  for (let next = (await page('')).pagination.next_cursor; next !== null;) {
    before = next;
    next = (await page(`&cursor=${encodeURIComponent(next)}`)).pagination.next_cursor;
  }
  return before;
}
