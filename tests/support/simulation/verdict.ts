/** Checks what must hold at the end of a simulated life, whatever went wrong in it. */
import { DELIVERY_STATES } from '../delivery-states';
import { brokenInvariants, type Query } from '../invariants';
import type { Memory } from './client';
import type { Deed } from './deeds';
import { COINS_AT_FIRST, type SimulatedClub } from './world';
import { EVENT_RECORDS } from '@tests/support/event-records';

export interface Life {
  readonly place: SimulatedClub;
  readonly memories: readonly Memory[];
  /** Ids of the envelopes the receiver accepted. */
  readonly accepted: ReadonlySet<string>;
  /** Whether the processes' clocks agreed; otherwise the order of events is not checked. */
  readonly hasOneClock: boolean;
}

/** What is wrong with these lives, checked together so that each query is planned once; empty when nothing is. */
export async function wrongs(query: Query, lives: readonly Life[]): Promise<string[]> {
  const ids = lives.map(({ place }) => place.organizationId);
  return [
    ...(await brokenInvariants(query, ids)),
    ...(await wrongCounts(query, ids, lives)),
    ...(await wrongCoins(query, ids, lives)),
    ...(await wrongEvents(query, ids, lives)),
    ...(await wrongWebhooks(query, ids, lives)),
  ];
}

type Ids = readonly string[];

/** Each acknowledged deed must have been done once, each refused one never. */
async function wrongCounts(query: Query, ids: Ids, lives: readonly Life[]): Promise<string[]> {
  const rows = await query<{ whose: string; kept: string; name: string; times: number }>(
    `SELECT organization_id AS whose, 'journal_entries' AS kept, description AS name, count(*)::int AS times
       FROM journal_entries WHERE organization_id = ANY ($1) GROUP BY 1, 3
     UNION ALL SELECT organization_id, 'redemptions', description, count(*)::int FROM redemptions WHERE organization_id = ANY ($1) GROUP BY 1, 3
     UNION ALL SELECT organization_id, 'redemption_reversals', reason, count(*)::int
       FROM redemption_reversals WHERE organization_id = ANY ($1) GROUP BY 1, 3`,
    [ids],
  );
  const times = new Map(rows.map((row) => [`${row.whose} ${row.kept} ${row.name}`, row.times]));
  return lives.flatMap(({ place, memories }) => {
    const wrong = ({ kept, name }: Deed, expected: number): string[] => {
      const done = kept === null ? expected : (times.get(`${place.organizationId} ${kept} ${name}`) ?? 0);
      return done === expected ? [] : [`${name} is kept ${done} times in ${kept} instead of ${expected}`];
    };
    return memories.flatMap(({ acknowledged, refused }) => [
      ...acknowledged.flatMap(({ deed }) => wrong(deed, 1)),
      ...refused.flatMap((deed) => wrong(deed, 0)),
    ]);
  });
}

/** Everybody must have the coins that the acknowledged deeds add up to. */
async function wrongCoins(query: Query, ids: Ids, lives: readonly Life[]): Promise<string[]> {
  const rows = await query<{ id: string; coins: number }>(
    `SELECT account_id AS id, (available + held + deferred)::int AS coins FROM balances WHERE organization_id = ANY ($1) AND asset_id = ANY ($2)`,
    [ids, lives.map(({ place }) => place.simpleId)],
  );
  const coins = new Map(rows.map((row) => [row.id, row.coins]));
  return lives.flatMap(({ place, memories }) => {
    const expected = new Map(place.people.map(({ id }) => [id, COINS_AT_FIRST]));
    for (const { deed } of memories.flatMap(({ acknowledged }) => acknowledged))
      for (const [{ id }, change] of deed.changes) expected.set(id, expected.get(id)! + change);
    return place.people.flatMap(({ id, name }) => {
      const [has, should] = [coins.get(id) ?? 0, expected.get(id)!];
      return has === should ? [] : [`${name} has ${has} coins instead of ${should}`];
    });
  });
}

/** Every acknowledged event must be processed, one client's events for a person in the order of acknowledgement. */
async function wrongEvents(query: Query, ids: Ids, lives: readonly Life[]): Promise<string[]> {
  const rows = await query<EventDone>(
    `SELECT v.id, v.status, count(e.id)::int AS entries, min(e.sequence) AS sequence
     FROM ${EVENT_RECORDS} v LEFT JOIN journal_entries e ON e.event_id = v.id WHERE v.organization_id = ANY ($1) GROUP BY v.id, v.status`,
    [ids],
  );
  const events = new Map(rows.map((row) => [row.id, row]));
  return lives.flatMap((life) => wrongEventsOf(life, events));
}

interface EventDone {
  readonly id: string;
  readonly status: string;
  readonly entries: number;
  readonly sequence: number;
}

function wrongEventsOf({ memories, hasOneClock }: Life, events: ReadonlyMap<string, EventDone>): string[] {
  return memories.flatMap(({ acknowledged }) => {
    const sent = acknowledged.filter(({ deed }) => deed.eventOf);
    const undone = sent.flatMap(({ deed, answer }) => {
      const event = events.get(answer as string);
      const isDone = event?.status === 'COMPLETED' && event.entries === EARNINGS;
      return isDone ? [] : [`the event of ${deed.name} is ${event?.status ?? 'lost'} and has ${event?.entries ?? 0} entries`];
    });
    if (!hasOneClock || undone.length > 0) return undone;
    return [...Map.groupBy(sent, ({ deed }) => deed.eventOf!).values()].flatMap((ofOne) => {
      const places = ofOne.map(({ answer }) => events.get(answer as string)!.sequence);
      const isInOrder = places.every((position, index) => index === 0 || position > places[index - 1]!);
      return isInOrder
        ? []
        : [`the events of ${ofOne.map(({ deed }) => deed.name).join(', ')} were done in the order ${places.join(', ')}`];
    });
  });
}

/** Credits per event: one in each asset. */
const EARNINGS = 2;

/** Every webhook must have arrived. */
async function wrongWebhooks(query: Query, ids: Ids, lives: readonly Life[]): Promise<string[]> {
  const rows = await query<{ id: string; type: string; status: string }>(
    `SELECT w.id, w.type, d.status FROM webhook_events w JOIN (${DELIVERY_STATES}) d ON d.organization_id = w.organization_id AND d.webhook_event_id = w.id
     WHERE w.organization_id = ANY ($1)`,
    [ids],
  );
  const accepted = new Set(lives.flatMap((life) => [...life.accepted]));
  return rows
    .filter(({ id, status }) => status !== 'DELIVERED' || !accepted.has(id))
    .map(({ id, type, status }) => `the webhook ${id} (${type}) is ${status} and ${accepted.has(id) ? 'arrived' : 'did not arrive'}`);
}
