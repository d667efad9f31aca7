/** A transfer that a rule makes is a transfer like any other. */
import { expect, test } from 'vitest';
import type { Transfer } from '@/contract/transfer';
import { envelopes } from '@tests/support/ledger';
import { processDueEvents } from '@tests/support/jobs';
import { stockedTransferLedger } from '@tests/support/transfers';
import { createEndpoint } from '@tests/support/webhooks';

test('it is listed with its event and rule, and told by one transfer.completed', async () => {
  const club = await stockedTransferLedger({ inventory_mode: 'LOT' });
  await createEndpoint(club.api, 'http://127.0.0.1:9/', ['transfer.completed', 'balance.credited', 'balance.debited']);
  const actions = [
    { type: 'TRANSFER', asset_id: club.asset.id, amount: '{{ event.amount }}', target: { type: 'RECIPIENT' }, description: 'Tip' },
  ];
  const rule = await club.addRule({ actions });
  const event = await club.send({ external_id: 'ada', recipient_external_id: 'bob', event_data: { amount: '2.5' } });
  await processDueEvents(club.id);
  const { data } = (await club.api.get<{ data: Transfer[] }>(`/transfers?participant_id=${club.people.bob}`)).body;
  expect(data).toMatchObject([
    {
      source: { participant_id: club.people.ada },
      recipients: [{ participant_id: club.people.bob, amount: '2.50' }],
      total_amount: '2.50',
      description: 'Tip',
      event_id: event.id,
      rule_id: rule.id,
    },
  ]);
  expect(await envelopes(club.id)).toMatchObject([{ type: 'transfer.completed', data: { journal_entry_id: data[0]!.journal_entry_id } }]);
  expect(await club.availableOf('participants/ext:ada')).toBe('7.50');
});
