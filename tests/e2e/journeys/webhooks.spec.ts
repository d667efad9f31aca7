/** An endpoint from its registration to what failed and was sent again, without a pointer. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loyaltyProgram } from '@tests/support/dashboard';
import { expect, test } from '@tests/support/keyboard';
import { expectEntries } from '@tests/support/whole-ledger';

/** A server that answers with a status that can be changed, and keeps what it was sent. */
async function receiver() {
  const bodies: { type: string; data: Record<string, unknown> }[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as (typeof bodies)[number]);
      response.writeHead(status).end(`answered ${status}`);
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    bodies,
    answer: (next: number) => void (status = next),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((done) => void server.close(done));
    },
  };
}

test('an endpoint is registered, tried with an edited sample, seen to fail, and what failed is sent again', async ({
  dashboard,
  hand,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  await using server = await receiver();
  await dashboard.goto('/webhooks');
  await hand.use(dashboard.getByRole('button', { name: 'Add endpoint' }).first());
  await hand.write(dashboard.getByRole('dialog').getByRole('textbox', { name: 'Address' }), server.url);
  await hand.key('Enter');
  await expect(dashboard.getByTestId('new-secret')).toHaveText(/^whsec_/);
  await hand.use(dashboard.getByRole('button', { name: 'I have saved it' }));
  await hand.use(dashboard.getByRole('table', { name: 'Webhook endpoints' }).getByRole('row').nth(1));

  await hand.use(dashboard.getByRole('button', { name: 'Send a test' }));
  await hand.write(dashboard.getByRole('textbox', { name: 'Data' }), '{ "event_id": "0.10", "note": "edited" }');
  await hand.use(dashboard.getByRole('button', { name: 'Send test' }));
  await expect(dashboard.getByText('HTTP 200', { exact: true })).toBeVisible();
  await expect(dashboard.getByLabel('Answer to attempt 1', { exact: true })).toContainText('answered 200');
  expect(server.bodies.map(({ data }) => data)).toEqual([{ event_id: '0.10', note: 'edited' }]);

  server.answer(404);
  await hand.use(dashboard.getByRole('button', { name: 'Send test' }));
  await expect(dashboard.getByText('The endpoint answered 404, which is final.')).toBeVisible();
  await hand.openTab('Deliveries');
  const deliveries = dashboard.getByRole('table', { name: 'Deliveries of the endpoint' });
  await hand.use(deliveries.getByRole('row', { name: /Failed/ }));
  await expect(dashboard).toHaveURL(/\/webhooks\/deliveries\/[0-9a-f-]{36}/);
  server.answer(200);
  await hand.use(dashboard.getByRole('button', { name: 'Send again' }));
  await expect(dashboard.getByText('Attempt 2')).toBeVisible();
  await expect(dashboard.getByRole('heading', { name: /Delivered/ })).toBeVisible();

  server.answer(404);
  await organization.call('events.ingest', {
    program_id: program.id,
    external_id: 'ada',
    idempotency_key: 'one',
    event_data: { type: 'purchase', amount: 100 },
  });
  await expectEntries(organization, ['CREDIT']);
  await hand.use(dashboard.getByRole('link', { name: server.url }));
  await expect(deliveries.getByRole('row', { name: /Failed/ }).first()).toBeVisible();
  server.answer(200);
  await hand.use(dashboard.getByRole('button', { name: /Recover/ }));
  const dialog = dashboard.getByRole('dialog', { name: 'Send failed deliveries again' });
  await expect(dialog).toContainText(/will be sent again/);
  await hand.use(dialog.getByRole('button', { name: 'Send again' }));
  await expect(deliveries.getByRole('row', { name: /Failed/ })).toHaveCount(0);
  expect(server.bodies.map(({ type }) => type)).toContain('event.completed');
});
