import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { origin } from '@tests/support/api';
import { claim, claimPath, giftCards } from '@tests/support/fulfillment';
import { send } from '@tests/support/http';

const sandbox = (config: Record<string, unknown>) => ({ provider: 'SANDBOX', name: 'Trial', config });
const CONSENT = 'consent=true';

async function delivered() {
  const cards = await giftCards({
    reward: { name: 'Card <b>&</b> more', description: 'For "everyone"', image_url: 'https://img.example/card.png' },
  });
  const { body } = await cards.redeem();
  await cards.placeOrders();
  return { ...cards, redemption: body, path: claimPath(body), link: `https://example.com/gift-cards/${body.id}` };
}

const asJson = async (answer: Promise<{ status: number; text: string }>): Promise<{ status: number; body: Record<string, unknown> }> => {
  const { status, text } = await answer;
  return { status, body: JSON.parse(text) as Record<string, unknown> };
};

describe('a claim page', () => {
  test('shows the reward to whoever has its address, and not the link before consent', async () => {
    const { path, link } = await delivered();
    const page = await claim(path);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('Card &lt;b&gt;&amp;&lt;/b&gt; more');
    expect(page.text).toContain('25.00 USD');
    expect(page.text).toContain('type="checkbox" name="consent"');
    expect(page.text).not.toContain(link);
    expect((await asJson(claim(path, { accept: 'application/json' }))).body).toEqual({
      status: 'READY',
      organization_name: 'Test organization',
      reward: { name: 'Card <b>&</b> more', description: 'For "everyone"', image_url: 'https://img.example/card.png' },
      face_value_minor: 2500,
      face_currency: 'USD',
      consented_at: null,
      link: null,
    });
  });

  test('keeps its address from caches, from search engines and from the pages it leads to', async () => {
    const { path } = await delivered();
    for (const { headers } of [
      await claim(path),
      await claim(path, { form: CONSENT }),
      await claim(path, { accept: 'application/json' }),
    ]) {
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    }
    expect((await claim(path)).headers['content-security-policy']).toContain("frame-ancestors 'none'; form-action 'self'");
  });

  test.each(['', 'consent=', 'consent=false', 'other=true'])(
    'whose form is sent as %j answers consent_required, as a page and as JSON, and opens nothing',
    async (form) => {
      const { path, link } = await delivered();
      const page = await claim(path, { form });
      expect(page.status).toBe(400);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.text).toContain('role="alert"');
      expect(page.text).toContain('Tick the box to agree');
      expect(page.text).not.toContain(link);
      const refused = await claim(path, { form, accept: 'application/json' });
      const body = JSON.parse(refused.text) as Record<string, unknown>;
      expect({ status: refused.status, body }).toMatchObject({
        status: 400,
        body: { type: 'invalid_request', code: 'consent_required', param: 'consent' },
      });
      expect(body.request_id).toBe(refused.headers['x-request-id']);
      expect((await asJson(claim(path, { accept: 'application/json' }))).body.consented_at).toBeNull();
    },
  );

  test('hands out the link once there is consent, and from then on', async () => {
    const { path, link } = await delivered();
    expect((await claim(path, { form: CONSENT })).text).toContain(`href="${link}"`);
    const first = await asJson(claim(path, { accept: 'application/json' }));
    expect(first).toMatchObject({ status: 200, body: { status: 'READY', link } });
    expect(Math.abs(Date.parse(String(first.body.consented_at)) - Date.now())).toBeLessThan(60_000);
    expect((await asJson(claim(path, { form: CONSENT, accept: 'application/json' }))).body).toEqual(first.body);
  });

  test('takes consent before the provider has delivered, and opens when it has', async () => {
    const { redeem, placeOrders } = await giftCards();
    const { body } = await redeem();
    const path = claimPath(body);
    expect((await claim(path)).text).toContain('is being prepared');
    expect((await asJson(claim(path, { form: CONSENT, accept: 'application/json' }))).body).toMatchObject({
      status: 'PREPARING',
      link: null,
    });
    expect((await claim(path)).text).not.toContain('<form');
    await placeOrders();
    expect((await asJson(claim(path, { accept: 'application/json' }))).body).toMatchObject({
      status: 'READY',
      link: `https://example.com/gift-cards/${body.id}`,
    });
  });

  test('says so when nothing will come of the reward, also to those who consented', async () => {
    const { redeem, placeOrders } = await giftCards({ account: sandbox({ outcome: 'FAIL' }) });
    const { body } = await redeem();
    const path = claimPath(body);
    await claim(path, { form: CONSENT });
    await placeOrders();
    expect((await claim(path)).text).toContain('could not be handed out');
    expect((await asJson(claim(path, { accept: 'application/json' }))).body).toMatchObject({ status: 'FAILED', link: null });
  });

  test('hands out nothing whose whole price was given back', async () => {
    const { path, redemption, api } = await delivered();
    await claim(path, { form: CONSENT });
    await api.post(`/redemptions/${redemption.id}/reverse`, { amount: '1000', reason: 'Goodwill', idempotency_key: 'part' });
    expect((await asJson(claim(path, { accept: 'application/json' }))).body).toMatchObject({ status: 'READY' });
    await api.post(`/redemptions/${redemption.id}/reverse`, { amount: '1500', reason: 'Returned', idempotency_key: 'rest' });
    expect((await asJson(claim(path, { accept: 'application/json' }))).body).toMatchObject({ status: 'FAILED', link: null });
  });

  test.each([
    ['another token', () => randomBytes(32).toString('base64url')],
    ['no token', () => ''],
    ['a path', () => 'a/b'],
    ['a long text', () => 'x'.repeat(5000)],
  ])('does not exist for %s', async (_, token) => {
    const path = `/claim/${token()}`;
    for (const options of [{}, { form: CONSENT }]) {
      const page = await claim(path, options);
      expect(page.status).toBe(404);
      expect(page.text).toContain('No reward here');
      expect(await asJson(claim(path, { ...options, accept: 'application/json' }))).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    }
  });

  test('takes its form as a form and nothing else, and no other method', async () => {
    const { path } = await delivered();
    const json = await send(origin(), { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: '{"consent":true}' });
    expect(json.status).toBe(415);
    expect(JSON.parse(json.text)).toMatchObject({ code: 'unsupported_media_type' });
    const removal = await send(origin(), { method: 'DELETE', path });
    expect(removal.status).toBe(405);
    expect(removal.headers.allow).toBe('GET, HEAD, POST');
    const head = await send(origin(), { method: 'HEAD', path });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  test('is found by a hash: neither its token nor the link lie readable in the database', async () => {
    const { path, link, id } = await delivered();
    const [row] = await statement<{ text: string; token: Buffer; link: Buffer }>(
      `SELECT f::text AS text, claim_token AS token, link FROM fulfillment_orders f WHERE organization_id = $1`,
      [id],
    );
    const token = path.split('/').at(-1)!;
    expect(row!.text).not.toContain(token);
    expect(row!.token.includes(token)).toBe(false);
    expect(row!.link.includes(link)).toBe(false);
  });
});
