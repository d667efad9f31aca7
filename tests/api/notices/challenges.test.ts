/** Whoever has begun a challenge is told in time that it ends, once for each of its ends, with what is missing; nobody else is. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Challenge } from '@/contract/challenge';
import { noticeClub } from '@tests/support/notices';

const START = '2055-03-01T12:00:00Z';

/** A monthly card of five coffees, and participants who drink them. */
async function cafe(terms: object = {}, settings: Parameters<typeof noticeClub>[0] = {}) {
  const club = await noticeClub({ start: START, ...settings });
  const challenge = async (body: object = {}): Promise<Challenge> => {
    const made = await club.api.post<Challenge>('/challenges', {
      program_id: club.program.id,
      key: 'card',
      name: 'Coffee card',
      status: 'ACTIVE',
      period: 'MONTH',
      goal: { type: 'COUNT', target: 5, match: { event_types: ['coffee'] } },
      ...body,
    });
    expect(made.status).toBe(201);
    return made.body;
  };
  const drink = async (external_id: string, times = 1): Promise<void> => {
    for (let n = 0; n < times; n++)
      await club.sendAndProcess({
        program_id: club.program.id,
        external_id,
        idempotency_key: randomUUID(),
        event_data: { type: 'coffee' },
      });
  };
  const days = async () =>
    (await club.notices()).map(({ sent_at, data }) => `${sent_at.slice(0, 10)} ${String(data.progress)}/${String(data.target)}`);
  return { ...club, card: await challenge(terms), challenge, drink, days };
}

const ENDS = { kind: 'CHALLENGE_ENDS', days_before: 3 };

test('it is told three days before its last day, to whoever has begun it and is not done, as an event that rules can answer', async () => {
  const club = await cafe();
  await club.setting({ terms: ENDS });
  await club.join('cay');
  await club.drink('ada', 3);
  await club.drink('bob', 5);
  await club.advance('2055-03-27T23:59:00Z');
  expect(await club.notices()).toEqual([]);
  await club.advance('2055-03-28T00:01:00Z');
  const told = await club.notices();
  expect(told).toMatchObject([
    {
      kind: 'CHALLENGE_ENDS',
      sentence: 'The challenge “Coffee card” ends after 2055-03-31, with 3 of 5. 2 more events are missing.',
      data: {
        challenge_id: club.card.id,
        challenge: 'card',
        period: '2055-03',
        ends_at: '2055-04-01T00:00:00.000Z',
        last_day: '2055-03-31',
        progress: '3',
        target: '5',
        missing: '2',
      },
    },
  ]);
  expect(await club.event(told[0]!.event_id)).toMatchObject({
    external_id: 'ada',
    event_data: { type: 'notice.challenge_ends', challenge: 'card', progress: '3', missing: '2' },
  });
  await club.advance('2055-04-27T00:00:00Z');
  expect(await club.notices()).toHaveLength(1);
});

test('whoever begins within the days is told the next day, and each period is told of anew', async () => {
  const club = await cafe();
  await club.setting({ terms: ENDS });
  await club.advance('2055-03-29T12:00:00Z');
  await club.drink('ada', 2);
  await club.advance('2055-04-10T00:00:00Z');
  await club.drink('ada', 1);
  await club.advance('2055-05-20T00:00:00Z');
  expect(await club.days()).toEqual(['2055-03-30 2/5', '2055-04-27 1/5']);
});

test('who completes it in the quiet hours, before it is told, is not told', async () => {
  const club = await cafe();
  await club.setting({ terms: ENDS, quiet_hours: { from: '22:00', to: '09:00' } });
  await club.drink('ada', 4);
  await club.drink('bob', 4);
  await club.advance('2055-03-28T05:00:00Z');
  await club.drink('ada', 1);
  await club.advance('2055-03-29T00:00:00Z');
  expect(await club.days()).toEqual(['2055-03-28 4/5']);
});

test('the end of the challenge counts where it comes first, and one that is moved is told of again', async () => {
  const club = await cafe({ ends_at: '2055-03-20T18:00:00Z' });
  await club.setting({ terms: { ...ENDS, challenge: 'card' } });
  await club.challenge({ key: 'other' });
  await club.drink('ada');
  await club.advance('2055-03-18T00:00:00Z');
  expect((await club.notices()).map(({ data }) => [data.challenge, data.last_day])).toEqual([['card', '2055-03-20']]);
  expect((await club.api.patch(`/challenges/${club.card.id}`, { ends_at: '2055-03-25T18:00:00Z' })).status).toBe(200);
  await club.advance('2055-03-31T00:00:00Z');
  expect((await club.notices()).map(({ data }) => data.last_day)).toEqual(['2055-03-20', '2055-03-25']);
});

test('the end of its campaign counts, too, and a challenge that is paused is not told of', async () => {
  const club = await cafe({ status: 'DRAFT' });
  const { body: campaign } = await club.api.post<{ id: string }>('/campaigns', {
    program_id: club.program.id,
    name: 'Spring',
    status: 'ACTIVE',
    ends_at: '2055-03-10T00:00:00Z',
  });
  await club.challenge({ key: 'spring', campaign_id: campaign.id, period: 'NONE' });
  const paused = await club.challenge({ key: 'paused', ends_at: '2055-03-10T00:00:00Z' });
  await club.drink('ada');
  await club.api.patch(`/challenges/${paused.id}`, { status: 'PAUSED' });
  await club.setting({ terms: ENDS });
  await club.advance('2055-03-09T00:00:00Z');
  expect((await club.notices()).map(({ data }) => [data.challenge, data.ends_at])).toEqual([['spring', '2055-03-10T00:00:00.000Z']]);
});

test('a streak is told as it stands on the clock of the participant', async () => {
  const goal = { type: 'STREAK', target: 10, unit: 'DAY', match: { event_types: ['coffee'] } };
  const club = await cafe({ goal }, { timezone: 'America/New_York' });
  await club.join('ada', { timezone: 'Asia/Tokyo' });
  await club.setting({ terms: ENDS });
  for (const day of ['26', '27', '28']) {
    await club.advance(`2055-03-${day}T03:00:00Z`);
    await club.drink('ada');
  }
  await club.advance('2055-03-28T05:00:00Z');
  expect(await club.days()).toEqual(['2055-03-28 3/10']);
});

test('a preview tells whom it would tell today, and refuses a challenge that is not there', async () => {
  const club = await cafe();
  await club.drink('ada', 3);
  await club.advance('2055-03-30T00:00:00Z');
  const preview = (terms: object) => club.api.post('/notice-settings/preview', { program_id: club.program.id, terms });
  expect((await preview(ENDS)).body).toMatchObject({
    sentence: 'That a challenge that has been begun ends within 3 days is told to each active participant.',
    today: 1,
    next_30_days: null,
    examples: [{ external_id: 'ada', event_data: { type: 'notice.challenge_ends', missing: '2' } }],
  });
  expect((await preview({ ...ENDS, challenge: 'none' })).body).toMatchObject({ code: 'not_found', param: 'terms.challenge' });
  expect(await club.create({ terms: { ...ENDS, challenge: 'none' } })).toMatchObject({ status: 404, body: { param: 'terms.challenge' } });
});
