/** Notices of value that expires: once for each day that has some to tell, with an event that rules answer. */
import { expect, test } from 'vitest';
import { noticeClub } from '@tests/support/notices';

const START = '2055-03-01T12:00:00Z';

test('value is told of days before it expires, summed, with an event that a rule answers and a webhook', async () => {
  const club = await noticeClub({ timezone: 'Europe/Berlin', start: START });
  await club.addRule({
    name: 'A bonus for whoever is about to lose points',
    condition: 'event.type == "notice.value_expires" && event.setting == "points"',
    actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '5' }],
  });
  const ada = await club.join('ada');
  await club.credit('ada', '30', { expires_at: '2055-03-20T10:00:00Z' });
  await club.credit('ada', '12.50', { expires_at: '2055-03-20T20:00:00Z' });
  await club.credit('ada', '100', { expires_at: '2055-06-01T00:00:00Z' });
  const setting = await club.setting({ key: 'points', name: 'Your points expire' });
  expect(setting).toMatchObject({
    kind: 'VALUE_EXPIRES',
    status: 'ACTIVE',
    sentence: 'That value expires within 7 days is told to each active participant.',
  });
  expect(await club.sendDue()).toBeGreaterThan(0);
  expect(await club.notices()).toEqual([]);

  expect(await club.advance('2055-03-12T22:59:00Z')).toMatchObject({ notices: 0 });
  expect(await club.advance('2055-03-13T00:00:00Z')).toMatchObject({ notices: 1, events: 1 });
  const [notice, ...others] = await club.notices();
  expect(others).toEqual([]);
  expect(notice).toMatchObject({
    program_id: club.program.id,
    setting_id: setting.id,
    kind: 'VALUE_EXPIRES',
    cause: `lots:${ada.id}:2055-03-20`,
    participant_id: ada.id,
    sentence: `42.50 ${club.asset.symbol} will expire, the first on 2055-03-20.`,
    sent_at: '2055-03-12T23:00:00.000Z',
    data: { asset: club.asset.symbol, amount: '42.50', first_on: '2055-03-20', first_expires_at: '2055-03-20T10:00:00.000Z' },
  });
  const event = await club.event(notice!.event_id);
  expect(event).toMatchObject({
    event_type: 'SYSTEM',
    status: 'COMPLETED',
    external_id: 'ada',
    event_data: { type: 'notice.value_expires', setting: 'points', notice_id: notice!.id, amount: '42.50' },
  });
  expect(await club.available('ada')).toBe('147.50');
  await club.advance('2055-04-30T00:00:00Z');
  expect(await club.notices()).toHaveLength(1);
});

test('what expires already within the days is told once at the start, and what is spent meanwhile is not', async () => {
  const club = await noticeClub({ start: START });
  for (const name of ['ada', 'bob']) {
    await club.join(name);
    await club.credit(name, '10', { expires_at: '2055-03-04T00:00:00Z' });
    await club.credit(name, '20', { expires_at: '2055-03-12T00:00:00Z' });
  }
  await club.setting();
  await club.sendDue();
  expect(await club.told()).toEqual(Array(2).fill(`10.00 ${club.asset.symbol} will expire, the first on 2055-03-04.`));
  await club.debit('bob', '30');
  await club.advance('2055-03-20T00:00:00Z');
  const told = await club.notices();
  expect(told.map(({ sent_at, sentence }) => [sent_at.slice(0, 10), sentence])).toEqual([
    ['2055-03-01', expect.any(String)],
    ['2055-03-01', expect.any(String)],
    ['2055-03-05', `20.00 ${club.asset.symbol} will expire, the first on 2055-03-12.`],
  ]);
});

test('value that is given for less than the days is told of on the next day', async () => {
  const club = await noticeClub({ start: START });
  await club.join('ada');
  await club.setting();
  await club.sendDue();
  await club.credit('ada', '3', { expires_in: '4d' });
  await club.advance('2055-03-02T00:00:00Z');
  expect(await club.told()).toEqual([`3.00 ${club.asset.symbol} will expire, the first on 2055-03-05.`]);
  await club.advance('2055-03-10T00:00:00Z');
  expect(await club.told()).toHaveLength(1);
});

test('quiet hours are those of the participant’s clock, and what is over when they end is not told', async () => {
  const club = await noticeClub({ timezone: 'Europe/Berlin', start: START });
  await club.join('ada');
  await club.join('kim', { timezone: 'America/Los_Angeles' });
  await club.join('max', { timezone: 'nowhere' });
  await club.join('eve');
  for (const name of ['ada', 'kim', 'max', 'eve']) await club.credit(name, '1', { expires_at: '2055-03-20T12:00:00Z' });
  await club.setting({ quiet_hours: { from: '21:00', to: '08:00' } });
  await club.advance('2055-03-13T00:30:00Z');
  // Midnight in Berlin is the afternoon in Los Angeles.
  expect((await club.notices()).map(({ sent_at }) => sent_at)).toEqual(['2055-03-12T23:00:00.000Z']);
  await club.debit('eve', '1');
  await club.advance('2055-03-14T00:00:00Z');
  const later = await club.notices();
  expect(later.map(({ created_at, due_at, sent_at }) => ({ created_at, due_at, sent_at })).slice(1)).toEqual(
    Array(2).fill({ created_at: '2055-03-12T23:00:00.000Z', due_at: '2055-03-13T07:00:00.000Z', sent_at: '2055-03-13T07:00:00.000Z' }),
  );
});

test('only those are told whom the audience names, of the asset and amount that the terms name', async () => {
  const club = await noticeClub({ start: START });
  const other = await club.addAsset({ inventory_mode: 'LOT' });
  for (const name of ['ada', 'bob', 'cay']) {
    await club.join(name);
    await club.credit(name, name === 'cay' ? '4.99' : '5', { expires_at: '2055-03-05T00:00:00Z' });
  }
  await club.credit('bob', '50', { asset_id: other.id, expires_at: '2055-03-05T00:00:00Z' });
  await club.api.patch('/participants/ext:ada/state/tags', { add: ['vip'] });
  await club.api.patch('/participants/ext:cay/state/tags', { add: ['vip'] });
  const setting = await club.setting({
    audience: '"vip" in participant.tags',
    terms: { kind: 'VALUE_EXPIRES', days_before: 7, asset_id: club.asset.id, min_amount: '5' },
  });
  expect(setting.sentence).toBe(
    `That at least 5 of ${club.asset.symbol} expires within 7 days is told to each active participant, if the participant has the tag “vip”.`,
  );
  await club.sendDue();
  expect(await club.told()).toEqual([`5.00 ${club.asset.symbol} will expire, the first on 2055-03-05.`]);
});

test('what followed a notice is told with it, but for what rules gave in answer', async () => {
  const club = await noticeClub({ start: START });
  await club.addRule({
    condition: 'event.type == "notice.value_expires"',
    actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '1' }],
  });
  await club.join('ada');
  await club.credit('ada', '5', { expires_at: '2055-03-05T00:00:00Z' });
  const setting = await club.setting();
  await club.advance('1h');
  const nothing = { event_id: null, event_at: null, spent_entry_id: null, spent_at: null, earned_entry_id: null, earned_at: null };
  expect((await club.notices())[0]?.followed_by).toEqual(nothing);
  const sent = await club.sendAndProcess({ program_id: club.program.id, external_id: 'ada', event_data: { type: 'visit' } });
  await club.debit('ada', '2');
  const [notice] = await club.notices();
  expect(notice?.followed_by).toMatchObject({ event_id: sent.id, spent_entry_id: expect.any(String), earned_entry_id: null });
  expect((await club.api.get(`/notices/${notice!.id}`)).body).toEqual(notice);
  await club.advance('20d');
  expect((await club.api.get(`/notice-settings/${setting.id}/effect`)).body).toMatchObject({
    sent_count: 1,
    judged_count: 1,
    followed_count: 1,
    spent_count: 1,
    days: expect.arrayContaining([{ day: '2055-03-01', sent: 1 }]),
  });
});
