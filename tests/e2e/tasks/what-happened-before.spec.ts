/** What depends on the day or on earlier events, made in the dashboard without a word of CEL or cron, and shown by events. */
import { expect } from '@tests/support/dashboard';
import { test, type Manager } from '@tests/support/manager';
import { balance, beginRule, condition, createRule, move, noCode, program, send, typeIs } from '@tests/support/manager-tasks';

// Their clock can be moved.
test.use({ sandbox: true });

test('a birthday gift by attribute', async ({ manager, organization }) => {
  const { page, write, choose, click, addCondition } = manager;
  const { programId } = await program(organization, { name: 'Points', symbol: 'PTS', events: [{ type: 'birthday' }] });
  const { now } = await organization.read<{ now: string }>('sandbox.clock', {});
  // The years of birth are leap years, so that the test holds on whichever day it runs.
  const birthday = (days: number) => `1992-${new Date(Date.parse(now) + days * 86_400_000).toISOString().slice(5, 10)}`;
  await organization.call('participants.upsert', {
    external_id: 'ada',
    program_id: programId,
    attributes: { birthday: birthday(2) },
  });
  await organization.call('participants.upsert', { external_id: 'bob', program_id: programId, attributes: { birthday: birthday(180) } });

  await page.goto(`/automations?program=${programId}`);
  await click(page.getByRole('button', { name: 'New automation' }).first());
  const form = page.getByRole('dialog');
  await write(form.getByLabel('Name', { exact: true }), 'Birthdays');
  await choose(form, 'Repeats', 'Every day');
  const audience = form.getByRole('group', { name: 'Only for participants for whom as blocks' });
  await addCondition(audience, 'birthday', /anniversary of birthday/);
  await write(form.getByLabel('Event name'), 'birthday');
  await noCode(page);
  await click(form.getByRole('button', { name: 'Create automation' }));
  await expect(page).toHaveURL(/\/automations\/[0-9a-f-]{36}\/[0-9a-f-]{36}/);

  await beginRule(manager, programId, 'A gift');
  await typeIs(manager, 'birthday');
  await choose(page, 'Asset', 'Points (PTS)');
  await write(page.getByLabel('Amount', { exact: true }), '25');
  await createRule(manager);

  await move(organization, '1d');
  expect(await balance(organization, 'ada')).toBe('0');
  await move(organization, '2d');
  await expect.poll(() => balance(organization, 'ada')).toBe('25.00');
  await move(organization, '30d');
  expect(await balance(organization, 'ada')).toBe('25.00');
  expect(await balance(organization, 'bob')).toBe('0');
});

test('a refund takes back what its order earned, in part for a part', async ({ manager, organization }) => {
  const { page, write, choose, insertField } = manager;
  const { programId } = await program(organization, {
    name: 'Points',
    symbol: 'PTS',
    events: [
      { type: 'purchase', order_id: 'A', amount: 100 },
      { type: 'refund', order_id: 'A', refunded: 10, total: 100 },
    ],
  });
  await beginRule(manager, programId, 'Points for purchases');
  await typeIs(manager, 'purchase');
  await choose(page, 'Asset', 'Points (PTS)');
  await choose(page, 'How much', 'A percentage');
  await write(page.getByLabel('Percent'), '10');
  await insertField('Reference', 'order', 'Event: order id');
  await createRule(manager);

  await beginRule(manager, programId, 'Taken back');
  await typeIs(manager, 'refund');
  await choose(page, 'Do', 'Take back');
  await choose(page, 'Asset', 'Points (PTS)');
  await insertField('Reference', 'order', 'Event: order id');
  await choose(page, 'How much of it', 'The part that is refunded');
  await noCode(page);
  await createRule(manager);

  await send(organization, programId, 'ada', { type: 'purchase', order_id: 'one', amount: 200 });
  await send(organization, programId, 'ada', { type: 'purchase', order_id: 'two', amount: 50 });
  expect(await balance(organization, 'ada')).toBe('25.00');
  await send(organization, programId, 'ada', { type: 'refund', order_id: 'one', refunded: 50, total: 200 });
  expect(await balance(organization, 'ada')).toBe('20.00');
  await send(organization, programId, 'ada', { type: 'refund', order_id: 'one', refunded: 150, total: 200 });
  expect(await balance(organization, 'ada')).toBe('5.00');
  await send(organization, programId, 'ada', { type: 'refund', order_id: 'three', refunded: 1, total: 1 });
  expect(await balance(organization, 'ada')).toBe('5.00');
});

/** A rule that counts purchases. @param span the field that says how time changes the counter, and what is chosen there for so many days. */
async function countPurchases(
  manager: Manager,
  programId: string,
  counter: string,
  span?: { readonly field: string; readonly way: string; readonly days: number },
): Promise<void> {
  const { page, write, choose } = manager;
  await beginRule(manager, programId, 'Count purchases');
  await typeIs(manager, 'purchase');
  await choose(page, 'Do', 'Count');
  await write(page.getByLabel('Counter', { exact: true }), counter);
  if (span !== undefined) {
    await choose(page, span.field, `${span.way} days`);
    await write(page.getByLabel(`${span.field} ${span.way.toLowerCase()} (days)`), String(span.days));
  }
  await createRule(manager);
}

test('buy five, get one', async ({ manager, organization }) => {
  const { page, write, choose, addCondition } = manager;
  const { programId } = await program(organization, { name: 'Free coffee', symbol: 'CUP', events: [{ type: 'purchase' }] });
  await countPurchases(manager, programId, 'cups');
  await beginRule(manager, programId, 'One for free');
  await typeIs(manager, 'purchase');
  await addCondition(condition(page), 'every cups', /cups, which an earlier rule counts/);
  await write(page.getByLabel(/^How many times, for/), '5');
  await choose(page, 'Asset', 'Free coffee (CUP)');
  await write(page.getByLabel('Amount', { exact: true }), '1');
  await noCode(page);
  await createRule(manager);

  const given: string[] = [];
  for (let bought = 1; bought <= 11; bought++) {
    await send(organization, programId, 'ada', { type: 'purchase' });
    given.push(await balance(organization, 'ada'));
  }
  expect(given.map(Number)).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2]);
});

test('three purchases within a week', async ({ manager, organization }) => {
  const { page, write, choose, addCondition } = manager;
  const { programId } = await program(organization, { name: 'Points', symbol: 'PTS', events: [{ type: 'purchase' }] });
  await countPurchases(manager, programId, 'this_week', { field: 'Resets', way: 'After', days: 7 });
  await beginRule(manager, programId, 'Three in a week');
  await typeIs(manager, 'purchase');
  await addCondition(condition(page), 'every week', /this week, which an earlier rule counts|this_week, which an earlier rule counts/);
  await choose(page, 'Asset', 'Points (PTS)');
  await write(page.getByLabel('Amount', { exact: true }), '50');
  await noCode(page);
  await createRule(manager);

  /** Buys now, and each time so many days after the time before. */
  const buy = async (who: string, ...after: readonly number[]) => {
    await send(organization, programId, who, { type: 'purchase' });
    for (const days of after) {
      await move(organization, `${days}d`);
      await send(organization, programId, who, { type: 'purchase' });
    }
  };
  await buy('quick', 2, 4);
  expect(await balance(organization, 'quick')).toBe('50.00');
  await buy('slow', 4, 4, 1);
  expect(await balance(organization, 'slow')).toBe('0');
  await buy('slow');
  expect(await balance(organization, 'slow')).toBe('50.00');
});

test('the third purchase within any seven days', async ({ manager, organization }) => {
  const { page, write, choose, click, addCondition } = manager;
  const { programId } = await program(organization, { name: 'Points', symbol: 'PTS', events: [{ type: 'purchase' }] });
  await countPurchases(manager, programId, 'last_week', { field: 'Counts', way: 'Last', days: 7 });
  await expect(page.getByText(/adds 1 to the counter “last_week” of the participant, counted over the last 7 days/i).first()).toBeVisible();
  await beginRule(manager, programId, 'Third within a week');
  await typeIs(manager, 'purchase');
  await addCondition(condition(page), 'counter last', /^Participant: counter last/);
  await write(page.getByLabel(/^Value of .*last.week/), '3');
  await choose(page, 'Asset', 'Points (PTS)');
  await write(page.getByLabel('Amount', { exact: true }), '10');
  await click(page.getByRole('button', { name: 'Add action' }));
  const second = page.getByRole('listitem', { name: 'Action 2' });
  await choose(second, 'Do', 'Count');
  await write(second.getByLabel('Counter', { exact: true }), 'last_week');
  await choose(second, 'How', 'Set it');
  await write(second.getByLabel('Value', { exact: true }), '0');
  await noCode(page);
  await createRule(manager);

  /** Buys so many days after the time before. */
  const buyAfter = async (days: number): Promise<number> => {
    if (days > 0) await move(organization, `${days}d`);
    await send(organization, programId, 'ada', { type: 'purchase' });
    return Number(await balance(organization, 'ada'));
  };
  expect(await buyAfter(0)).toBe(0);
  expect(await buyAfter(5)).toBe(0);
  expect(await buyAfter(3)).toBe(0);
  // The first is eight days old by then, the third three.
  expect(await buyAfter(3)).toBe(10);
  expect(await buyAfter(1)).toBe(10);
});
