/** The statement of a participant with many journal entries, its first page and a deep one, against that of one with a few. */
import { load, rateOf, type Load } from '../ratios/load';
import { batches } from '../ratios/processing';
import { call } from '../ratios/service';
import { headersOf } from '../ratios/stage';
import { trial, type Measure } from './measure';
import { assertProcessed, quiet, type Subject } from './subject';

const FEW = 20;
const MOST_ON_A_PAGE = 200;
const CONNECTIONS = 8;

interface Page {
  readonly data: readonly unknown[];
  readonly pagination: { readonly next_cursor: string | null };
}

export const statements: Measure = {
  name: 'statement',
  figures: [
    {
      name: 'statement first',
      what: 'first pages of a long statement, against those of a short one',
      unit: 'times',
      goal: 0.9,
      better: 'higher',
    },
    { name: 'statement deep', what: 'deep pages of it likewise', unit: 'times', goal: 0.9, better: 'higher' },
  ],
  prepare: async (subject, { entries, seconds }) => {
    await load({ ...batches({ service: subject.service, scale: { events: entries } }, subject.silent, 'holder-of-many') });
    await load({ ...batches({ service: subject.service, scale: { events: FEW } }, subject.silent, 'holder-of-few'), batch: FEW });
    await quiet(subject.client);
    await assertProcessed(subject.service, subject.silent);
    const [few, first] = [pagesOf(subject, 'holder-of-few'), pagesOf(subject, 'holder-of-many')];
    const deep = { ...first, path: `${first.path}&cursor=${encodeURIComponent(await deepCursor(subject, entries))}` };
    const rate = (plan: Load): Promise<number> => rateOf({ ...plan, seconds });
    for (const plan of [few, first, deep]) await rate(plan);
    return trial(async () => {
      const [ofFew, ofFirst, ofDeep] = [await rate(few), await rate(first), await rate(deep)];
      return { values: { 'statement first': ofFirst / ofFew, 'statement deep': ofDeep / ofFew } };
    });
  },
};

const pathOf = (member: string): string => `/v1/participants/ext:${member}/activity/journal-entries`;

/** Pages of as many entries as the short statement has, so that all are of the same length. */
const pagesOf = ({ service, silent }: Subject, member: string): Load => ({
  origin: service.origin,
  method: 'GET',
  path: `${pathOf(member)}?limit=${FEW}`,
  headers: headersOf(silent),
  members: 1,
  connections: CONNECTIONS,
});

/** The cursor of the last page. @throws Error unless the statement has all entries. */
async function deepCursor({ service, silent }: Subject, entries: number): Promise<string> {
  let [cursor, walked, next] = ['', 0, '' as string | null];
  while (next !== null) {
    cursor = next;
    const page: Page = await call(service.origin, silent.key, `${pathOf('holder-of-many')}?limit=${MOST_ON_A_PAGE}${queried(cursor)}`);
    walked += page.data.length;
    next = page.pagination.next_cursor;
  }
  if (walked !== entries) throw new Error(`The statement has ${walked} entries, not ${entries}.`);
  return cursor;
}

const queried = (cursor: string): string => (cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`);
