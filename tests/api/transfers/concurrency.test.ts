/** Concurrent transfers: opposing ones never visibly deadlock, and nothing is lost or created. */
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { brokenInvariants } from '@tests/support/invariants';
import { transferLedger } from '@tests/support/transfers';

const MODES = ['SIMPLE', 'LOT'] as const;
const NAMES = ['ada', 'bob', 'cyd', 'dan', 'eve'] as const;

test.each(MODES)(
  'a hundred transfers of a %s asset in all directions at once are each done or refused for want of funds, and the sum stays',
  async (inventory_mode) => {
    const club = await transferLedger({ inventory_mode });
    for (const external_id of ['dan', 'eve']) await club.api.post('/participants', { external_id, program_id: club.program.id });
    // Only two have an account; the first transfer opens each of the others.
    for (const who of ['ada', 'bob'])
      await club.credit(`participants/ext:${who}`, '20', inventory_mode === 'LOT' ? { expires_in: '9d' } : {});
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => {
        const source = NAMES[i % 5]!;
        const others = NAMES.filter((name) => name !== source);
        const recipients = [others[i % 4]!, others[(i + 1 + (i % 3)) % 4]!].map((external_id) => ({ external_id, amount: '1.5' }));
        return club.transfer({ source_external_id: source, recipients });
      }),
    );
    const outcomes = new Map(
      [...Map.groupBy(answers, ({ status, body }) => (status === 201 ? 'done' : String(body.code)))].map(([name, all]) => [
        name,
        all.length,
      ]),
    );
    expect([...outcomes.keys()].filter((outcome) => !['done', 'insufficient_funds'].includes(outcome))).toEqual([]);
    expect(outcomes.get('done') ?? 0).toBeGreaterThan(5);
    const held = await Promise.all(NAMES.map((name) => club.availableOf(`participants/ext:${name}`)));
    expect(held.reduce((total, amount) => total + Number(amount), 0)).toBe(40);
    expect(held.filter((amount) => amount.startsWith('-'))).toEqual([]);
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  },
);

test('the last unit goes to one of many', async () => {
  const club = await transferLedger();
  await club.credit('participants/ext:ada', '1');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => club.transfer({ recipients: [{ external_id: i % 2 === 0 ? 'bob' : 'cyd', amount: '1' }] })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
});
