/**
 * The server of the example shop. It holds the API key, which no answer contains, and takes from the browser only what
 * a customer may ask for: it is no proxy, and passes on no other request.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { NotForSale } from './basket';
import { pageFiles, type PageFile } from './page-files';
import { setUpShop } from './program';
import { RefusedByService, type Service } from './service';
import { Till } from './till';
import { Basket, Order, Payment, Withdrawal, type TillAnswer } from './wire';

const MAX_BYTES = 10_000;

/** Nothing from elsewhere, and nobody else's page around it. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Route = (till: Till, part: string, body: unknown) => Promise<unknown>;

const ROUTES: readonly (readonly [method: string, path: RegExp, route: Route])[] = [
  ['GET', /^\/shop\/offer$/, (till) => till.offer()],
  ['GET', /^\/shop\/customers\/([^/]+)$/, (till, name) => till.customer(name)],
  ['POST', /^\/shop\/previews$/, (till, _, body) => till.preview(Basket.parse(body))],
  ['POST', /^\/shop\/orders$/, (till, _, body) => reserve(till, Order.parse(body))],
  ['GET', /^\/shop\/orders\/([^/]+)$/, (till, id) => till.read(z.uuid().parse(id))],
  ['POST', /^\/shop\/orders\/([^/]+)\/pay$/, (till, id, body) => till.pay(z.uuid().parse(id), Payment.parse(body).delivered)],
  ['POST', /^\/shop\/orders\/([^/]+)\/cancel$/, (till, id, body) => till.cancel(z.uuid().parse(id), Withdrawal.parse(body).reason)],
];

const reserve = (till: Till, { key, basket }: z.infer<typeof Order>): Promise<TillAnswer> => till.reserve(basket, key);

/** Sets up the shop's program in the organization of the key, and answers for it. The caller listens. */
export async function shopServer(service: Service): Promise<Server> {
  const [program, files] = await Promise.all([setUpShop(service), pageFiles()]);
  const till = new Till(service, program);
  return createServer((req, res) => void answer(till, files, req, res).catch(() => res.destroy()));
}

async function answer(till: Till, files: ReadonlyMap<string, PageFile>, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { pathname } = new URL(req.url ?? '/', 'http://shop');
  const file = req.method === 'GET' ? files.get(pathname) : undefined;
  if (file) {
    res
      .writeHead(200, { 'Content-Type': file.type, 'Content-Security-Policy': POLICY, 'X-Content-Type-Options': 'nosniff' })
      .end(file.text);
    return;
  }
  try {
    const [, path, route] = ROUTES.find(([method, known]) => method === req.method && known.test(pathname)) ?? [];
    if (!path || !route) return send(res, 404, refusedAs('not_found', 'The shop has nothing at this address.'));
    // A page of another site can send a form, but not JSON.
    if (req.method === 'POST' && req.headers['content-type'] !== 'application/json')
      return send(res, 415, refusedAs('unsupported_media_type', 'The shop takes JSON only.'));
    const part = decodeURIComponent(path.exec(pathname)?.[1] ?? '');
    send(res, 200, await route(till, part, req.method === 'POST' ? await readJson(req) : null));
  } catch (error) {
    send(res, ...refusalOf(error));
  }
}

const refusedAs = (code: string, message: string): TillAnswer => ({ error: { code, message }, sent: null, retryAfter: null });

/** What the service refused, the customer is told in its words. */
function refusalOf(error: unknown): [status: number, body: TillAnswer] {
  if (error instanceof RefusedByService) {
    const { status, refusal, sent, retryAfter } = error;
    return [status, { error: refusal, sent, retryAfter }];
  }
  if (error instanceof NotForSale) return [422, refusedAs('not_for_sale', error.message)];
  if (error instanceof z.ZodError) return [400, refusedAs('invalid_request', error.issues.map(({ message }) => message).join(' '))];
  if (error instanceof SyntaxError || error instanceof URIError) return [400, refusedAs('invalid_request', 'The request cannot be read.')];
  throw error;
}

function send(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(body));
}

async function readJson(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Without an encoding it gives bytes.
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new SyntaxError('an order is never this large');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
