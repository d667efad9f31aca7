/** What notices, codes, referrals, challenges and leaderboards did stands in the timeline of whom they did it to, once, in one order with all else. */
import { expect, test } from 'vitest';
import type { TimelineRow } from '@/contract/timeline';
import { presentHappening } from '@/server/api/present/timeline';
import type { Ctx } from '@/server/platform/context';
import { listTimeline } from '@/server/services/activity/list-timeline';
import { processDueEvents } from '@tests/support/jobs';
import { noticeClub, type NoticeClub } from '@tests/support/notices';

type Query = Omit<Parameters<typeof listTimeline>[2], 'limit'> & { limit?: number };

/** All rows of a participant, page by page. */
async function timelineOf(club: NoticeClub, id: string, query: Query = {}): Promise<TimelineRow[]> {
  const now = await club.now();
  const ctx: Ctx = {
    organization: { id: club.id, mode: 'SANDBOX', clockOffsetMs: 0 },
    actor: { kind: 'SYSTEM' },
    clock: { now: () => now },
    requestId: 'req_timeline',
    idempotencyKey: null,
  };
  const rows: TimelineRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await listTimeline(ctx, { type: 'PARTICIPANT', id }, { limit: 200, ...query, cursor });
    rows.push(...page.rows.map((row) => presentHappening(row, id)));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

const keysOf = (rows: readonly TimelineRow[]): string[] => rows.map(({ key }) => key);

/** What campaigns say in the rows, oldest first. */
function saidBy(rows: readonly TimelineRow[]): string[] {
  return rows.toReversed().flatMap((row) => {
    const line = row.kind === 'EVENT' ? row.announces : row;
    if (line === null) return [];
    if ('notice' in line) return [`notice: ${line.notice.sentence} ${Object.values(line.notice.followed_by).map(Boolean).join()}`];
    if ('challenge' in line) return [`challenge ${line.challenge.happening} ${line.challenge.name} ${line.challenge.badge ?? ''}`];
    if ('referral' in line) {
      const { happening, brought, count, reason } = line.referral;
      return [`referral ${happening} ${brought ? 'brought' : 'was brought'} ${count ?? '-'} ${reason ?? '-'}`];
    }
    if ('rank' in line) return [`rank ${line.rank.rank} of ${line.rank.participants} in ${line.rank.season}: ${line.rank.prize ?? '-'}`];
    return 'code' in line ? [`code ${line.code.happening} ${line.code.code}`] : [];
  });
}

/**
 * Ada brings Bob, who counts, and Cay, who does not; Dan comes to nothing, and Eve is cancelled. Ada has a card of two coffees that a refund
 * takes back, enters one code and lets another one go, wins a season, is ranked in the next, and is told of what expires.
 */
async function busyAda() {
  const club = await noticeClub({ timezone: 'Europe/Berlin', start: '2056-01-10T12:00:00Z' });
  const { api, program, asset } = club;
  const made = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await api.post(path, { program_id: program.id, ...body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const happens = async (external_id: string, data: object, event: object = {}): Promise<void> => {
    await club.send({ external_id, event_data: data, ...event });
    await processDueEvents(club.id);
  };
  await club.addRule({ condition: 'event.type == "coffee"', actions: [{ type: 'CREDIT', asset_id: asset.id, amount: '1' }] });
  await club.addRule({ condition: 'codes.exists(c, c.batch == "spring")', actions: [{ type: 'TAG', tag: 'spring' }] });
  await made('/leaderboards', {
    key: 'weeks',
    name: 'Weeks',
    measure: { type: 'EARNED', asset_id: asset.id },
    period: 'WEEK',
    prizes: [{ from_rank: 1, to_rank: 1, name: 'gold' }],
  });
  await made('/challenges', {
    key: 'card',
    name: 'Card',
    status: 'ACTIVE',
    goal: { type: 'COUNT', target: 2, match: { event_types: ['coffee'] } },
    badge: { name: 'Regular', icon: 'coffee' },
    take_back: { match: { event_types: ['refund'] }, reference: 'event.order', original_reference: 'event.order' },
  });
  const friends = await made('/referral-programs', {
    key: 'friends',
    name: 'Friends',
    qualifies: { event_types: ['purchase'], within_days: 3 },
    max_per_referrer: 1,
  });
  await made('/code-batches', { key: 'spring', name: 'Spring', kind: 'SHARED', code: 'SPRING', max_per_participant: 2 });
  const ada = await club.join('ada');
  const { code } = await made(`/participants/ext:ada/referral-codes`, { program_id: undefined, referral_program_id: friends.id });
  for (const external_id of ['bob', 'cay', 'dan', 'eve']) await made('/referrals', { code, external_id });
  for (const who of ['bob', 'cay']) await happens(who, { type: 'purchase' });
  const { body: all } = await api.get<{ data: { id: string; status: string }[] }>('/referrals?status=PENDING&sort_dir=asc');
  await api.post(`/referrals/${all.data[1]!.id}/cancel`, { reason: 'A second account' });
  await happens('ada', { type: 'coffee', order: 'a' });
  await happens('ada', { type: 'coffee', order: 'b' }, { codes: ['SPRING'] });
  await happens('ada', { type: 'refund', order: 'b' });
  const reserved = await made('/decisions', {
    external_id: 'ada',
    idempotency_key: 'd',
    mode: 'RESERVE',
    event_data: { type: 'purchase' },
    codes: ['SPRING'],
  });
  await api.post(`/decisions/${String(reserved.id)}/cancel`, {});
  await club.setting({ terms: { kind: 'VALUE_EXPIRES', days_before: 2 } });
  await club.credit('ada', '7', { expires_at: '2056-01-14T12:00:00Z' });
  await club.advance('2056-01-13T00:00:00Z');
  await happens('ada', { type: 'walk' });
  await club.advance('2056-01-18T12:00:00Z');
  await happens('bob', { type: 'coffee' });
  await happens('bob', { type: 'coffee' });
  await happens('ada', { type: 'coffee', order: 'c' });
  await club.advance('2056-01-25T12:00:00Z');
  return { club, ada: ada.id };
}

test('each of them stands once in one order with all else, and a filter keeps its own, whatever the size of a page', async () => {
  const { club, ada } = await busyAda();
  const all = await timelineOf(club, ada);
  const times = all.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().reverse());
  expect(new Set(keysOf(all)).size).toBe(all.length);
  const said = {
    CODE: ['code USED SPRING', 'code RESERVED SPRING', 'code RETURNED SPRING'],
    REFERRAL: [
      ...Array<string>(4).fill('referral BOUND brought - -'),
      'referral QUALIFIED brought 1 -',
      'referral QUALIFIED brought - -',
      'referral CANCELLED brought - A second account',
      'referral EXPIRED brought - -',
    ],
    CHALLENGE: ['challenge COMPLETED Card Regular', 'challenge REVOKED Card Regular', 'challenge COMPLETED Card Regular'],
    LEADERBOARD: ['rank 1 of 1 in 2056-01-10: gold', 'rank 2 of 2 in 2056-01-17: -'],
    NOTICE: [`notice: 7.00 ${club.asset.symbol} will expire, the first on 2056-01-14. true,false,true`],
  };
  for (const [kind, lines] of Object.entries(said)) {
    const kept = await timelineOf(club, ada, { kind: kind as keyof typeof said, limit: 2 });
    expect([kind, saidBy(kept)]).toEqual([kind, lines]);
    const keys = new Set(keysOf(kept));
    expect(keysOf(kept)).toEqual(keysOf(all).filter((key) => keys.has(key)));
  }
  expect(saidBy(all).toSorted()).toEqual(Object.values(said).flat().toSorted());
  for (const limit of [1, 7]) expect(keysOf(await timelineOf(club, ada, { limit }))).toEqual(keysOf(all));
  const until = all[Math.floor(all.length / 2)]!.at;
  expect(keysOf(await timelineOf(club, ada, { until, limit: 3 }))).toEqual(keysOf(all.filter(({ at }) => at <= until)));
});

test('a friend sees who brought them and what became of it', async () => {
  const { club } = await busyAda();
  const of = async (name: string) => {
    const { body } = await club.api.get<{ id: string }>(`/participants/ext:${name}`);
    return saidBy(await timelineOf(club, body.id, { kind: 'REFERRAL' }));
  };
  expect(await of('bob')).toEqual(['referral BOUND was brought - -', 'referral QUALIFIED was brought 1 -']);
  expect(await of('dan')).toEqual(['referral BOUND was brought - -', 'referral EXPIRED was brought - -']);
  expect(await of('eve')).toEqual(['referral BOUND was brought - -', 'referral CANCELLED was brought - A second account']);
});
