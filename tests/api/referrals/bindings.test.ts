/** Friends are bound to who brought them: once in each referral program, forever, and never in a circle, by a request, an event or a decision. */
import { describe, expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { brokenInvariants } from '@tests/support/invariants';
import { referrals } from '@tests/support/referrals';

test('a participant has one code in each referral program, made on demand, and whoever enters it is bound', async () => {
  const club = await referrals({ code_prefix: 'friend' });
  const code = await club.codeOf('ada');
  expect(code).toMatchObject({ code: expect.stringMatching(/^FRIEND[2-9A-Z]{8}$/), bound: 0, qualified: 0, rewarded: 0 });
  expect(await club.codeOf('ada')).toEqual(code);
  const bound = await club.bring('bob', ` ${code.code.toLowerCase().slice(0, 6)}-${code.code.slice(6)}`);
  expect(bound).toMatchObject({ status: 201, body: { status: 'PENDING', code: code.code, referrer_participant_id: code.participant_id } });
  expect(await club.bring('bob', code.code)).toMatchObject({ status: 200, body: bound.body });
  expect(await club.codeOf('ada')).toMatchObject({ bound: 1, qualified: 0 });
});

describe('nobody is bound', () => {
  test('who is bound to somebody else', async () => {
    const club = await referrals();
    const [ada, eve] = [await club.codeOf('ada'), await club.codeOf('eve')];
    await club.brought('bob', ada.code);
    expect(await club.bring('bob', eve.code)).toMatchObject({ status: 409, body: { code: 'referral_exists', param: 'code' } });
  });

  test('by their own code, or in a circle of any length', async () => {
    const club = await referrals();
    const chain = ['ada', 'bob', 'cleo', 'dan'];
    const codes = await Promise.all(chain.map((name) => club.codeOf(name)));
    for (const [place, name] of chain.slice(1).entries()) await club.brought(name, codes[place]?.code ?? '');
    expect(await club.bring('ada', codes[0]?.code ?? '')).toMatchObject({ status: 422, body: { code: 'referral_self' } });
    expect(await club.bring('ada', codes[1]?.code ?? '')).toMatchObject({ status: 422, body: { code: 'referral_cycle' } });
    expect(await club.bring('ada', codes[3]?.code ?? '')).toMatchObject({ status: 422, body: { code: 'referral_cycle' } });
  });

  test('to a referral program that is paused, over, or whose campaign is', async () => {
    const club = await referrals();
    const { code } = await club.codeOf('ada');
    for (const change of [
      { status: 'PAUSED' },
      { status: 'ACTIVE', active_from: '2020-01-01T00:00:00Z', active_to: '2020-02-01T00:00:00Z' },
    ]) {
      expect(await club.update(change)).toMatchObject({ status: 200 });
      expect(await club.bring('bob', code)).toMatchObject({ status: 422, body: { code: 'referral_not_running' } });
    }
    const campaign = { program_id: club.program.id, name: 'Spring', status: 'DRAFT' };
    const { id } = (await club.api.post<{ id: string }>('/campaigns', campaign)).body;
    const other = await club.referralProgram({ key: 'spring', campaign_id: id });
    const spring = await club.codeOf('ada', { referral_program_id: other.id });
    expect(await club.bring('bob', spring.code)).toMatchObject({ status: 422, body: { code: 'referral_not_running' } });
  });

  test('by a code that nobody has, or that was replaced, and guessing is limited', async () => {
    const club = await referrals();
    const { code } = await club.codeOf('ada');
    const wanted = { code: 'adas-friends' };
    const path = `/participants/ext:ada/referral-codes/${club.friends.id}`;
    expect(await club.api.patch(path, wanted)).toMatchObject({ status: 200, body: { code: 'ADASFRIENDS' } });
    expect(await club.bring('bob', code)).toMatchObject({ status: 422, body: { code: 'code_unknown' } });
    await club.codeOf('eve');
    const eve = `/participants/ext:eve/referral-codes/${club.friends.id}`;
    for (const taken of [code, 'adasfriends'])
      expect(await club.api.patch(eve, { code: taken })).toMatchObject({ status: 409, body: { code: 'key_exists', param: 'code' } });
    await club.api.post('/participants', { external_id: 'bob', program_id: club.program.id });
    for (let n = 0; n < 10; n += 1) await club.bring('bob', `guess-${n}`);
    expect(await club.bring('bob', 'adasfriends')).toMatchObject({ status: 429, body: { code: 'code_attempts_exceeded' } });
  });

  test('who is closed; and a refused request leaves nothing', async () => {
    const club = await referrals();
    const { code } = await club.codeOf('ada');
    await club.codeOf('bob');
    await club.api.patch('/participants/ext:bob', { status: 'CLOSED' });
    expect(await club.bring('bob', code)).toMatchObject({ status: 422, body: { code: 'participant_closed' } });
    await club.update({ status: 'PAUSED' });
    await club.bring('newcomer', code);
    expect(await club.api.get('/participants/ext:newcomer')).toMatchObject({ status: 404 });
  });
});

test('two who are bound to each other at once are never bound in a circle, and one who is bound to two at once is bound to one', async () => {
  const club = await referrals();
  for (let round = 0; round < 5; round += 1) {
    const [a, b] = [`a${round}`, `b${round}`];
    const [ofA, ofB] = [await club.codeOf(a), await club.codeOf(b)];
    const crossing = await Promise.all([club.bring(a, ofB.code), club.bring(b, ofA.code)]);
    expect(crossing.map(({ status }) => status).sort()).toEqual([201, 422]);
    const both = await Promise.all([club.bring(`c${round}`, ofA.code), club.bring(`c${round}`, ofB.code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  }
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

describe('a code of a friend among the codes', () => {
  test('of an event binds its participant, and the event can qualify it at once', async () => {
    const club = await referrals();
    const { code } = await club.codeOf('ada');
    const event = await club.sendAndProcess({ external_id: 'bob', event_data: { type: 'purchase', amount: 50 }, codes: [code] });
    expect(event).toMatchObject({ status: 'COMPLETED', codes: [{ code, status: 'REDEEMED', batch_id: null, error_code: null }] });
    expect(await club.referrals()).toMatchObject([
      { status: 'QUALIFIED', bound_event_id: event.id, qualifying_event_id: event.id, count: 1 },
    ]);
    const again = await club.sendAndProcess({ external_id: 'bob', event_data: { type: 'purchase', amount: 50 }, codes: [code] });
    expect(again).toMatchObject({ status: 'COMPLETED', codes: [{ status: 'UNUSED', error_code: null }] });
    const own = await club.sendAndProcess({ external_id: 'ada', event_data: { type: 'purchase', amount: 50 }, codes: [code] });
    expect(own).toMatchObject({ status: 'COMPLETED', codes: [{ status: 'REFUSED', error_code: 'referral_self' }] });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });

  test('of a decision binds with its commit, and one that cannot be refuses it', async () => {
    const club = await referrals();
    const { code } = await club.codeOf('ada');
    const held = await club.held({ external_id: 'bob', codes: [code] });
    expect(held.codes).toMatchObject([{ status: 'RESERVED' }]);
    expect(await club.referrals()).toEqual([]);
    expect(await club.end('commit', held)).toMatchObject({ status: 200, body: { codes: [{ status: 'REDEEMED' }] } });
    expect(await club.referrals()).toMatchObject([{ status: 'QUALIFIED', rewarded: true }]);
    expect(await club.decided({ external_id: 'cleo', codes: [code] })).toMatchObject({ codes: [{ status: 'REDEEMED' }] });
    expect(await club.decide({ external_id: 'ada', codes: [code] })).toMatchObject({
      status: 422,
      body: { code: 'referral_self', param: 'codes[0]' },
    });
    expect(await club.decided({ external_id: 'dan', codes: [code], mode: 'PREVIEW' })).toMatchObject({ codes: [{ status: 'REDEEMED' }] });
    expect(await club.referrals()).toHaveLength(2);
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });
});
