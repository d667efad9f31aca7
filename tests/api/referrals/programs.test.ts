/** Referral programs are made, changed and archived; what came of them is listed, exported and reported. */
import { expect, test } from 'vitest';
import type { ReferralTree } from '@/contract/referral';
import type { ReferralPerformance, ReferralProgram } from '@/contract/referral-program';
import { origin } from '@tests/support/api';
import { send } from '@tests/support/http';
import { performDue } from '@tests/support/jobs';
import { clockJob } from '@tests/support/clock-jobs';
import { referrals } from '@tests/support/referrals';

test('a referral program is made, changed in part, paused and archived; then it cannot be changed', async () => {
  const club = await referrals({ steps: [1, 5] });
  expect(club.friends).toMatchObject({
    status: 'ACTIVE',
    qualifies: { event_types: ['purchase'], condition: 'event.amount >= 20', within_days: null },
    steps: [1, 5],
    sentence: 'A friend qualifies with an event “purchase” when amount is at least 20; steps at 1 and 5.',
  });
  const body = { program_id: club.program.id, key: 'friends', name: 'Again' };
  expect(await club.api.post('/referral-programs', body)).toMatchObject({ status: 409, body: { code: 'key_exists', param: 'key' } });
  expect(await club.update({ qualifies: { within_days: 30 }, status: 'PAUSED' })).toMatchObject({
    status: 200,
    body: { status: 'PAUSED', qualifies: { event_types: ['purchase'], within_days: 30 } },
  });
  expect(await club.update({ steps: [5, 1] })).toMatchObject({ status: 400, body: { code: 'validation_error', param: 'steps' } });
  expect(await club.api.delete(`/referral-programs/${club.friends.id}`)).toMatchObject({ status: 204 });
  expect(await club.update({ name: 'Other' })).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
  expect((await club.api.get<{ data: ReferralProgram[] }>('/referral-programs')).body.data).toEqual([]);
  expect((await club.api.get<{ data: ReferralProgram[] }>('/referral-programs?status=ARCHIVED')).body.data).toHaveLength(1);
});

test('who brought whom is shown as a tree, listed with filters and exported', async () => {
  const club = await referrals();
  const [ada, bob] = [await club.codeOf('ada'), await club.codeOf('bob')];
  await club.brought('bob', ada.code);
  await club.brought('cleo', bob.code);
  await club.brought('dan', bob.code);
  await club.buy('dan');
  const tree = async (who: string, depth: number) =>
    (await club.api.get<ReferralTree>(`/participants/ext:${who}/referral-tree?referral_program_id=${club.friends.id}&depth=${depth}`)).body;
  expect(await tree('ada', 1)).toMatchObject({
    brought_by: null,
    truncated: false,
    friends: [{ external_id: 'bob', level: 1, brought: 2 }],
  });
  expect((await tree('ada', 2)).friends.map(({ external_id, level, status }) => [external_id, level, status])).toEqual([
    ['bob', 1, 'PENDING'],
    ['cleo', 2, 'PENDING'],
    ['dan', 2, 'QUALIFIED'],
  ]);
  expect(await tree('dan', 1)).toMatchObject({ brought_by: { external_id: 'bob', status: 'QUALIFIED' }, friends: [] });
  expect(await club.referrals(`&referrer_participant_id=${bob.participant_id}`)).toHaveLength(2);
  expect(await club.referrals(`&referred_participant_id=${bob.participant_id}`)).toHaveLength(1);
  expect(await club.referrals('&status=QUALIFIED')).toHaveLength(1);
  const path = `/v1/exports/referrals.csv?referral_program_id=${club.friends.id}`;
  const { text } = await send(origin(), { method: 'GET', path, headers: { authorization: `Bearer ${club.key}` } });
  expect(text.trim().split('\r\n')).toHaveLength(4);
});

test('the performance counts friends of the window by how far they are, and days by what happened', async () => {
  const club = await referrals({ qualifies: { event_types: ['purchase'], within_days: 1 } });
  const { code } = await club.codeOf('ada');
  const [cancelled] = [await club.brought('bob', code), await club.brought('cleo', code), await club.brought('dan', code)];
  await club.buy('bob');
  await club.buy('cleo');
  await club.cancel(cancelled);
  await club.advance('25h');
  await performDue(club.id, clockJob('expire-referrals'));
  const { body } = await club.api.get<ReferralPerformance>(`/referral-programs/${club.friends.id}/performance`);
  expect(body.funnel).toMatchObject({
    codes: 1,
    bound: 3,
    pending: 0,
    qualified: 1,
    rewarded: 1,
    expired: 1,
    cancelled: 1,
    conversion: '0.3333',
  });
  const sum = (of: 'bound' | 'qualified' | 'expired' | 'cancelled'): number => body.days.reduce((total, day) => total + day[of], 0);
  expect([sum('bound'), sum('qualified'), sum('expired'), sum('cancelled')]).toEqual([3, 2, 1, 1]);
  expect(body.top_referrers).toMatchObject([{ external_id: 'ada', code, bound: 3, qualified: 1 }]);
  const empty = await club.api.get(`/referral-programs/${club.friends.id}/performance?from=2020-01-02T00:00:00Z&to=2020-01-03T00:00:00Z`);
  expect(empty.body).toMatchObject({ funnel: { bound: 0, conversion: null, median_seconds: null }, days: [{ day: '2020-01-02' }] });
});
