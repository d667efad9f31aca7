/** (i): the last page of a long list compared with its first. */
import { load } from './load';
import { inTurns, quantile, ratioOf, type Ratio } from './pairs';
import { call } from './service';
import { eventOf, makeClub, settled, singleEvents, type Stage } from './stage';

const CALLS = 100;

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
  await settled(stage);
  const read = (path: string): Promise<Page> => call<Page>(service.origin, club.key, path);
  const lines: Ratio[] = [];
  for (const list of ['/v1/events', '/v1/participants', '/v1/journal-entries']) {
    const deepest = `${list}?limit=50&cursor=${encodeURIComponent(await lastCursor((cursor) => read(`${list}?limit=200${cursor}`)))}`;
    const p95 = (path: string) => async (): Promise<number> => {
      const ms: number[] = [];
      for (let n = 0; n < CALLS; n += 1) {
        const began = performance.now();
        await read(path);
        ms.push(performance.now() - began);
      }
      return quantile(ms, 0.95);
    };
    const pairs = await inTurns(scale.pairs, p95(deepest), p95(`${list}?limit=50`), stage.tell);
    lines.push(
      ratioOf({ name: 'i', what: `the deepest page of ${list} against the first, p95`, unit: 'ms', goal: 1.2, better: 'lower' }, pairs),
    );
  }
  return lines;
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
