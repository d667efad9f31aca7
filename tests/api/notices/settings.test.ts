/** Settings of notices: what they refuse, how they change, and what a preview says of them. */
import { expect, test } from 'vitest';
import type { NoticePreview } from '@/contract/notice-preview';
import { origin } from '@tests/support/api';
import { send } from '@tests/support/http';
import { noticeClub } from '@tests/support/notices';

const START = '2055-03-01T12:00:00Z';

test('what a setting cannot be is refused, with the field at fault, and nothing is made', async () => {
  const club = await noticeClub();
  const terms = { kind: 'VALUE_EXPIRES', days_before: 7 };
  const refused = async (body: Record<string, unknown>) => {
    const { status, body: answer } = await club.create(body);
    return [status, answer.code, answer.param];
  };
  expect(await refused({ terms: { ...terms, days_before: 0 } })).toEqual([400, 'validation_error', 'terms.days_before']);
  expect(await refused({ terms: { kind: 'MOON_IS_FULL' } })).toEqual([400, 'validation_error', 'terms.kind']);
  expect(await refused({ terms: { ...terms, percent: 5 } })).toEqual([400, 'validation_error', 'terms.percent']);
  expect(await refused({ terms: { ...terms, asset_id: club.program.id } })).toEqual([404, 'asset_not_found', 'terms.asset_id']);
  const { body: other } = await club.api.post('/programs', { name: 'Other' });
  const unlinked = await club.addAsset({ symbol: 'OTHERN', program_ids: [other.id] } as object);
  expect(await refused({ terms: { ...terms, asset_id: unlinked.id } })).toEqual([400, 'asset_not_linked', 'terms.asset_id']);
  expect(await refused({ terms: { ...terms, asset_id: club.asset.id, min_amount: '0.001' } })).toEqual([
    400,
    'invalid_amount',
    'terms.min_amount',
  ]);
  expect(await refused({ terms: { kind: 'TIER_AT_RISK', days_before: 3, tier: 'none' } })).toEqual([404, 'not_found', 'terms.tier']);
  expect(await refused({ audience: 'participant.' })).toEqual([400, 'validation_error', 'audience']);
  expect(await refused({ audience: 'event.amount > 1' })).toEqual([400, 'validation_error', 'audience']);
  expect(await refused({ quiet_hours: { from: '21:00', to: '21:00' } })).toEqual([400, 'validation_error', 'quiet_hours']);
  expect(await refused({ quiet_hours: { from: '24:00', to: '08:00' } })).toEqual([400, 'validation_error', 'quiet_hours.from']);
  expect((await club.api.get<{ data: unknown[] }>('/notice-settings')).body.data).toEqual([]);
  const { key } = await club.setting();
  expect(await refused({ key })).toEqual([409, 'key_exists', 'key']);
});

test('a setting is paused, resumed and archived; what it has told of stays told', async () => {
  const club = await noticeClub({ start: START });
  await club.join('ada');
  await club.credit('ada', '1', { expires_at: '2055-03-04T00:00:00Z' });
  const setting = await club.setting();
  await club.sendDue();
  expect(await club.notices()).toHaveLength(1);
  expect((await club.patch(setting, { status: 'PAUSED' })).body).toMatchObject({ status: 'PAUSED', due_at: null });
  await club.credit('ada', '2', { expires_at: '2055-03-10T00:00:00Z' });
  await club.advance('2055-03-05T00:00:00Z');
  expect(await club.notices()).toHaveLength(1);
  await club.patch(setting, { status: 'ACTIVE' });
  await club.sendDue();
  expect(await club.told()).toEqual([
    `1.00 ${club.asset.symbol} will expire, the first on 2055-03-04.`,
    `2.00 ${club.asset.symbol} will expire, the first on 2055-03-10.`,
  ]);
  expect((await club.patch(setting, { terms: { kind: 'INACTIVE', days: 3 } })).body).toMatchObject({ param: 'terms.kind' });
  await club.credit('ada', '3', { expires_at: '2055-04-01T00:00:00Z' });
  await club.patch(setting, { terms: { kind: 'VALUE_EXPIRES', days_before: 30 } });
  await club.sendDue();
  // All that expires within 30 days is told of, since some of it is new.
  expect((await club.told()).at(-1)).toBe(`5.00 ${club.asset.symbol} will expire, the first on 2055-03-10.`);
  expect((await club.api.delete(`/notice-settings/${setting.id}`)).status).toBe(204);
  expect((await club.patch(setting, { name: 'Again' })).body).toMatchObject({ code: 'invalid_status' });
  expect((await club.api.get<{ data: unknown[] }>('/notice-settings')).body.data).toEqual([]);
  expect((await club.api.get<{ data: unknown[] }>('/notice-settings?include_archived=true')).body.data).toHaveLength(1);
  await club.advance('2055-05-01T00:00:00Z');
  expect(await club.notices()).toHaveLength(3);
});

test('a suspended program sends nothing; once it goes on, what still stands is told', async () => {
  const club = await noticeClub({ start: START });
  await club.join('ada');
  await club.setting();
  await club.sendDue();
  await club.credit('ada', '1', { expires_at: '2055-03-12T12:00:00Z' });
  await club.api.patch(`/programs/${club.program.id}`, { status: 'SUSPENDED' });
  await club.advance('2055-03-08T06:00:00Z');
  expect(await club.notices()).toEqual([]);
  await club.api.patch(`/programs/${club.program.id}`, { status: 'ACTIVE' });
  await club.advance('2055-03-09T00:00:00Z');
  expect(await club.notices()).toHaveLength(1);
});

test('a preview tells how many would be sent, and what they would say, and sends none', async () => {
  const club = await noticeClub({ timezone: 'Europe/Berlin', start: START });
  for (const name of ['ada', 'bob', 'cay']) await club.join(name);
  await club.credit('ada', '1', { expires_at: '2055-03-02T10:00:00Z' });
  await club.credit('bob', '2', { expires_at: '2055-03-20T10:00:00Z' });
  await club.credit('cay', '3', { expires_at: '2055-06-20T10:00:00Z' });
  const preview = async (body: Record<string, unknown> = {}) => {
    const terms = { kind: 'VALUE_EXPIRES', days_before: 7 };
    return (await club.api.post<NoticePreview>('/notice-settings/preview', { program_id: club.program.id, terms, ...body })).body;
  };
  expect(await preview({ quiet_hours: { from: '21:00', to: '08:00' } })).toMatchObject({
    today: 1,
    next_30_days: 2,
    complete: true,
    examples: [
      { external_id: 'ada', event_data: { type: 'notice.value_expires', amount: '1.00' } },
      {
        external_id: 'bob',
        due_at: '2055-03-13T07:00:00.000Z',
        sentence: `2.00 ${club.asset.symbol} will expire, the first on 2055-03-20.`,
      },
    ],
  });
  expect(await preview({ audience: 'participant.external_id == "bob"' })).toMatchObject({ today: 0, next_30_days: 1 });
  expect(await preview({ terms: { kind: 'INACTIVE', days: 3 } })).toMatchObject({ today: 0, next_30_days: null });
  expect(await preview({ terms: { kind: 'TIER_AT_RISK', days_before: 3 } })).toMatchObject({ today: 0, next_30_days: 0 });
  expect(await preview({ terms: { kind: 'TIER_NEARLY_REACHED', percent: 50 } })).toMatchObject({ today: 0, next_30_days: null });
  expect(await preview({ terms: { kind: 'RESERVATION_EXPIRES', minutes_before: 5 } })).toMatchObject({ today: 0, next_30_days: null });
  expect(await preview({ terms: { kind: 'REWARD_UNUSED', days_after: 5 } })).toMatchObject({ today: 0, next_30_days: 0 });
  expect(await club.notices()).toEqual([]);
  expect(await club.made()).toEqual([]);
});

test('notices are listed by setting, kind, participant and time, page by page, and exported', async () => {
  const club = await noticeClub({ start: START });
  const ids: string[] = [];
  for (const name of ['ada', 'bob', 'cay']) {
    ids.push((await club.join(name)).id);
    await club.credit(name, '1', { expires_at: '2055-03-02T10:00:00Z' });
  }
  const setting = await club.setting();
  await club.sendDue();
  expect(await club.notices(`&participant_id=${ids[1]}`)).toMatchObject([{ participant_id: ids[1] }]);
  expect(await club.notices(`&setting_id=${setting.id}&kind=VALUE_EXPIRES&program_id=${club.program.id}`)).toHaveLength(3);
  expect(await club.notices('&kind=INACTIVE')).toEqual([]);
  expect(await club.notices('&from=2055-03-02T00:00:00Z')).toEqual([]);
  const first = await club.api.get<{ data: unknown[]; pagination: { next_cursor: string } }>('/notices?limit=2');
  const rest = await club.api.get<{ data: unknown[] }>(`/notices?limit=2&cursor=${first.body.pagination.next_cursor}`);
  expect([first.body.data.length, rest.body.data.length]).toEqual([2, 1]);
  const csv = await send(origin(), { method: 'GET', path: '/v1/exports/notices.csv', headers: { authorization: `Bearer ${club.key}` } });
  expect(csv.text.trim().split('\r\n')).toHaveLength(4);
});
