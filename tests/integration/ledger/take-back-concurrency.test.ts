/** Taking back while the same value is spent, held and earned at the same time, through the API and the real Postgres. */
import { expect, test } from 'vitest';
import type { JournalEntryResource } from '@/contract/journal';
import { statement } from '@/server/db/transaction';
import { brokenInvariants } from '@tests/support/invariants';
import { processDueEvents } from '@tests/support/jobs';
import { actionProgram } from '@tests/support/rules';

const PEOPLE = ['ada', 'bob', 'eve', 'fay'];
const REFUNDS = 5;
const SPENDS = 4;
const REFERENCE = { reference_id: 'order-{{ event.order }}' };

test.each(['SIMPLE', 'LOT'] as const)(
  'refunds of a %s asset that are processed while people spend and hold take no more than each order earned, nor more than there is',
  async (inventory_mode) => {
    const { id, api, asset, program, on, send, happen, balance } = await actionProgram({ inventory_mode });
    await on('order', { type: 'CREDIT', amount: '{{ event.total * 0.1 }}', ...REFERENCE });
    await on('refund', { type: 'TAKE_BACK', ...REFERENCE, share: '{{ event.refunded / event.total }}', shortfall_policy: 'PARTIAL' });
    for (const external_id of PEOPLE) {
      await happen('order', { order: `${external_id}-1`, total: 100 }, { external_id });
      await happen('order', { order: `${external_id}-2`, total: 50 }, { external_id });
    }
    const refunds = PEOPLE.flatMap((external_id) => Array.from({ length: REFUNDS }, () => external_id));
    for (const external_id of refunds)
      await send({ external_id, event_data: { type: 'refund', order: `${external_id}-1`, refunded: 40, total: 100 } });
    const value = { program_id: program.id, asset_id: asset.id };
    const spend = (external_id: string) =>
      api.post(`/participants/ext:${external_id}/balances/adjust`, { ...value, type: 'DEBIT', amount: '2', description: 'Spent' });
    const hold = (external_id: string) =>
      api.post(`/participants/ext:${external_id}/balances/hold`, { ...value, amount: '1', reference_id: 'stay', description: 'Held' });
    const [, ...answers] = await Promise.all([
      Promise.all([processDueEvents(id), processDueEvents(id)]),
      ...PEOPLE.flatMap((external_id) => [...Array.from({ length: SPENDS }, () => spend(external_id)), hold(external_id)]),
    ]);
    expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);

    const { body } = await api.get<{ data: JournalEntryResource[]; pagination: { has_more: boolean } }>(
      '/journal-entries?type=TAKE_BACK&limit=200',
    );
    expect(body.pagination.has_more).toBe(false);
    const taken = Map.groupBy(body.data, ({ reference_id }) => reference_id);
    expect([...taken.keys()].every((reference) => PEOPLE.some((external_id) => reference === `order-${external_id}-1`))).toBe(true);
    for (const external_id of PEOPLE) {
      const entries = taken.get(`order-${external_id}-1`) ?? [];
      expect(entries.length).toBeGreaterThan(0);
      const amounts = entries.flatMap(({ postings }) => postings.filter(({ account }) => account.type === 'PARTICIPANT'));
      expect(-amounts.reduce((sum, { amount }) => sum + Number(amount), 0)).toBeLessThanOrEqual(10);
      const { available, held } = await balance(external_id);
      expect(Number(available)).toBeGreaterThanOrEqual(0);
      expect(Number(held)).toBeGreaterThanOrEqual(0);
    }
    expect(await brokenInvariants(statement, id)).toEqual([]);
  },
);
