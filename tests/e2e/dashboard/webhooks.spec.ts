/** Webhooks in the dashboard: an endpoint registered, tried from the console, found failing, and recovered. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@tests/support/dashboard';

/** A server that answers with a status that can be changed, and keeps what it was sent. */
async function receiver() {
  const bodies: { data: Record<string, unknown> }[] = [];
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

test('an endpoint is registered, tried with an edited sample, seen to fail, and recovered with a button', async ({ dashboard }) => {
  await using server = await receiver();
  await dashboard.goto('/webhooks');
  await dashboard.getByRole('button', { name: 'Add endpoint' }).first().click();
  const form = dashboard.getByRole('dialog');
  await form.getByLabel('Address').fill(server.url);
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(dashboard.getByTestId('new-secret')).toHaveText(/^whsec_/);
  await dashboard.getByRole('button', { name: 'I have saved it' }).click();
  await dashboard.getByRole('table', { name: 'Webhook endpoints' }).getByText(server.url).click();

  await dashboard.getByRole('button', { name: 'Send a test' }).click();
  await dashboard.getByLabel('Data').fill('{ "event_id": "0.10", "note": "edited" }');
  await dashboard.getByRole('button', { name: 'Send test' }).click();
  await expect(dashboard.getByText('HTTP 200', { exact: true })).toBeVisible();
  await expect(dashboard.getByLabel('Answer to attempt 1', { exact: true })).toContainText('answered 200');
  expect(server.bodies.map(({ data }) => data)).toEqual([{ event_id: '0.10', note: 'edited' }]);

  server.answer(404);
  await dashboard.getByRole('button', { name: 'Send test' }).click();
  await expect(dashboard.getByText('The endpoint answered 404, which is final.')).toBeVisible();
  await dashboard.getByRole('tab', { name: 'Deliveries' }).click();
  await dashboard.getByRole('table', { name: 'Deliveries of the endpoint' }).getByText('Failed').click();
  await expect(dashboard).toHaveURL(/\/webhooks\/deliveries\/[0-9a-f-]{36}/);
  await expect(dashboard.getByText('The endpoint answered 404, which is final.').first()).toBeVisible();

  server.answer(200);
  await dashboard.getByRole('link', { name: server.url }).click();
  await dashboard.getByRole('button', { name: /Recover/ }).click();
  const dialog = dashboard.getByRole('dialog', { name: 'Recover failed deliveries' });
  await expect(dialog).toContainText('1 failed delivery will be sent again.');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(dashboard.getByRole('table', { name: 'Deliveries of the endpoint' }).getByText('Delivered')).toHaveCount(2);
  await dashboard.getByRole('table', { name: 'Deliveries of the endpoint' }).getByRole('row').nth(1).click();
  await expect(dashboard.getByText('Attempt 2')).toBeVisible();
  expect(server.bodies).toHaveLength(3);
});
