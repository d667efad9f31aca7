/** What rules do to balances: each kind of action, for each kind of target. */
import { describe, expect, test } from 'vitest';
import { actionProgram } from '@tests/support/rules';

describe('HOLD and RELEASE', () => {
  test('a rule holds available value under a reference, and another frees a part of it', async () => {
    const { on, happen, outcomes, balance } = await actionProgram();
    await on('earn', { type: 'CREDIT', amount: '10' });
    await on('book', { type: 'HOLD', amount: '{{ event.price }}', reference_id: 'booking-{{ event.id }}' });
    await on('cancel', { type: 'RELEASE', amount: '2.50', reference_id: 'booking-{{ event.id }}' });
    await happen('earn');
    expect(await outcomes('book', { id: 7, price: 6 })).toMatchObject([
      { type: 'HOLD', result: 'APPLIED', amount: '6.00', target: { type: 'PARTICIPANT' } },
    ]);
    expect(await balance()).toEqual({ available: '4.00', held: '6.00', deferred: '0.00' });
    expect(await outcomes('cancel', { id: 7 })).toMatchObject([{ type: 'RELEASE', result: 'APPLIED', amount: '2.50' }]);
    expect(await balance()).toEqual({ available: '6.50', held: '3.50', deferred: '0.00' });
  });

  test('a hold of more than there is fails the event and posts nothing of it', async () => {
    const { on, happen, balance } = await actionProgram();
    await on('book', { type: 'CREDIT', amount: '3' }, { type: 'HOLD', amount: '3.01', reference_id: 'booking' });
    expect(await happen('book')).toMatchObject({
      status: 'FAILED',
      error_code: 'insufficient_funds',
      rule_evaluations: [{ status: 'MATCHED', actions: [] }],
    });
    expect(await balance()).toEqual({ available: '0', held: '0', deferred: '0' });
  });

  test('a release under a reference that holds nothing fails the event with not_found', async () => {
    const { on, happen } = await actionProgram();
    await on('cancel', { type: 'RELEASE', amount: '1', reference_id: 'nothing' });
    expect(await happen('cancel')).toMatchObject({ status: 'FAILED', error_code: 'not_found' });
  });

  test('a computed reference in the namespace of the service makes the rule ERROR', async () => {
    const { on, happen } = await actionProgram();
    await on('book', { type: 'HOLD', amount: '1', reference_id: '{{ event.ref }}' });
    const { status, rule_evaluations } = await happen('book', { ref: 'service:redemption/1' });
    expect({ status, ...rule_evaluations[0] }).toMatchObject({
      status: 'ERROR',
      reason: 'reference_id: texts that begin with service: are reserved',
    });
  });
});

describe('FORFEIT', () => {
  test('a rule destroys value of a bucket into breakage', async () => {
    const { on, happen, outcomes, balance, api, asset } = await actionProgram();
    await on('earn', { type: 'CREDIT', amount: '10' }, { type: 'HOLD', amount: '4', reference_id: 'deposit' });
    await on('lapse', { type: 'FORFEIT', amount: '1' }, { type: 'FORFEIT', amount: '3', bucket: 'HELD', reference_id: 'deposit' });
    await happen('earn');
    expect(await outcomes('lapse')).toMatchObject([{ amount: '1.00' }, { amount: '3.00' }]);
    expect(await balance()).toEqual({ available: '5.00', held: '1.00', deferred: '0.00' });
    const trial = await api.get<{ data: { asset_id: string; account_type: string; balance: string }[] }>('/reports/trial-balance');
    expect(trial.body.data).toContainEqual(
      expect.objectContaining({ asset_id: asset.id, account_type: 'SYSTEM_BREAKAGE', balance: '4.00' }),
    );
  });
});

describe('VOID_PENDING', () => {
  const pending = async () => {
    const made = await actionProgram({ inventory_mode: 'LOT' });
    await made.on('order', { type: 'CREDIT', amount: '8', bucket: 'HELD', reference_id: 'order-{{ event.order }}' });
    await made.on('refund', { type: 'VOID_PENDING', reference_id: 'order-{{ event.order }}' });
    await made.on('ship', { type: 'CREDIT', amount: '8', reference_id: 'order-{{ event.order }}' });
    return made;
  };

  test('a pending accrual is taken back under its reference', async () => {
    const { happen, outcomes, balance } = await pending();
    await happen('order', { order: 1 });
    await happen('order', { order: 2 });
    expect(await outcomes('refund', { order: 1 })).toMatchObject([{ type: 'VOID_PENDING', result: 'APPLIED', amount: '8.00' }]);
    expect(await balance()).toEqual({ available: '0.00', held: '8.00', deferred: '0.00' });
  });

  test('nothing pending under the reference is told and fails nothing', async () => {
    const { happen, outcomes } = await pending();
    await happen('order', { order: 1 });
    await happen('ship', { order: 1 });
    for (const order of [1, 2]) expect(await outcomes('refund', { order })).toMatchObject([{ result: 'NOTHING_TO_VOID' }]);
  });

  test('of an asset without lots it is refused when the rule is saved', async () => {
    const { api, program, asset } = await actionProgram();
    const rule = {
      program_id: program.id,
      name: 'Void',
      condition: 'true',
      actions: [{ type: 'VOID_PENDING', asset_id: asset.id, reference_id: 'x' }],
    };
    expect(await api.post('/rules', rule)).toMatchObject({
      status: 400,
      body: { code: 'invalid_operation', param: 'actions[0].asset_id' },
    });
  });
});

describe('TRANSFER', () => {
  test('a rule moves value from the actor to the recipient in one entry', async () => {
    const { on, happen, outcomes, balance } = await actionProgram();
    await on('earn', { type: 'CREDIT', amount: '10' });
    await on('gift', { type: 'TRANSFER', amount: '{{ event.amount }}', target: { type: 'RECIPIENT' } });
    await happen('earn');
    const [outcome] = await outcomes('gift', { amount: 4 }, { recipient_external_id: 'bob' });
    expect(outcome).toMatchObject({ type: 'TRANSFER', result: 'APPLIED', amount: '4.00' });
    expect((await balance()).available).toBe('6.00');
    expect((await balance('bob')).available).toBe('4.00');
  });

  test('what the actor does not have, and a gift to oneself, fail the event', async () => {
    const { on, happen } = await actionProgram();
    await on('gift', { type: 'TRANSFER', amount: '4', target: { type: 'RECIPIENT' } });
    expect(await happen('gift', {}, { recipient_external_id: 'bob' })).toMatchObject({
      status: 'FAILED',
      error_code: 'insufficient_funds',
    });
    expect(await happen('gift', {}, { recipient_external_id: 'ada' })).toMatchObject({ status: 'FAILED', error_code: 'self_transfer' });
  });
});

describe('targets', () => {
  test('a rule credits the participant or the group that it names, whoever the event is about', async () => {
    const { on, enroll, group, outcomes, balance, api, program } = await actionProgram();
    const [bob, eve] = await enroll('bob', 'eve');
    const team = await group(bob!);
    await on(
      'sale',
      { type: 'CREDIT', amount: '1' },
      { type: 'CREDIT', amount: '2', target: { type: 'PARTICIPANT', id: bob!.id } },
      { type: 'CREDIT', amount: '3', target: { type: 'PARTICIPANT', external_id: 'eve' } },
      { type: 'CREDIT', amount: '4', target: { type: 'GROUP', id: team.id } },
    );
    const actions = await outcomes('sale');
    expect(actions.slice(1).map(({ target }) => target)).toEqual([
      { type: 'PARTICIPANT', id: bob!.id },
      { type: 'PARTICIPANT', id: eve!.id },
      { type: 'GROUP', id: team.id },
    ]);
    expect([await balance('ada'), await balance('bob'), await balance('eve')].map(({ available }) => available)).toEqual([
      '1.00',
      '2.00',
      '3.00',
    ]);
    const { body } = await api.get<{ data: { available: string }[] }>(`/groups/${team.id}/balances?program_id=${program.id}`);
    expect(body.data).toMatchObject([{ available: '4.00' }]);
  });

  test('somebody who is unknown, or known but not enrolled, fails the event with recipient_not_found', async () => {
    const { on, happen, api } = await actionProgram();
    await api.post('/participants', { external_id: 'stranger' });
    await on('known', { type: 'CREDIT', amount: '1', target: { type: 'PARTICIPANT', external_id: 'stranger' } });
    await on('unknown', { type: 'CREDIT', amount: '1', target: { type: 'PARTICIPANT', external_id: 'nobody' } });
    await on('group', { type: 'CREDIT', amount: '1', target: { type: 'GROUP', id: '00000000-0000-4000-8000-000000000000' } });
    for (const type of ['known', 'unknown', 'group'])
      expect(await happen(type)).toMatchObject({ status: 'FAILED', error_code: 'recipient_not_found' });
  });

  test('a suspended participant and an archived group refuse what a rule does to them', async () => {
    const { on, happen, enroll, group, api } = await actionProgram();
    const [bob] = await enroll('bob');
    const team = await group(bob!);
    await on('bob', { type: 'CREDIT', amount: '1', target: { type: 'PARTICIPANT', external_id: 'bob' } });
    await on('team', { type: 'CREDIT', amount: '1', target: { type: 'GROUP', id: team.id } });
    await api.patch(`/participants/${bob!.id}`, { status: 'SUSPENDED' });
    await api.patch(`/groups/${team.id}`, { status: 'ARCHIVED' });
    expect(await happen('bob')).toMatchObject({ status: 'FAILED', error_code: 'participant_suspended' });
    expect(await happen('team')).toMatchObject({ status: 'FAILED', error_code: 'group_archived' });
  });

  test('a balance cannot be that of the program, and an unknown field is refused', async () => {
    const { api, program, asset } = await actionProgram();
    const save = (action: Record<string, unknown>) =>
      api.post('/rules', {
        program_id: program.id,
        name: 'R',
        condition: 'true',
        actions: [{ asset_id: asset.id, amount: '1', ...action }],
      });
    expect(await save({ type: 'CREDIT', target: { type: 'PROGRAM' } })).toMatchObject({
      status: 400,
      body: { code: 'validation_error', param: 'actions[0].target.type' },
    });
    expect(await save({ type: 'CREDIT', target: { type: 'PARTICIPANT' } })).toMatchObject({
      status: 400,
      body: { param: 'actions[0].target.id' },
    });
    expect(await save({ type: 'HOLD', reference_id: 'r', bucket: 'HELD' })).toMatchObject({
      status: 400,
      body: { param: 'actions[0].bucket' },
    });
    expect(await save({ type: 'HOLD' })).toMatchObject({ status: 400, body: { param: 'actions[0].reference_id' } });
  });
});
