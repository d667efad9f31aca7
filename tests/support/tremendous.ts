/**
 * Stands in for the Tremendous API: a real HTTP server that answers as its documentation describes, keeps
 * one order per external id, and counts the orders placed.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Status of an order once placed. */
export type Outcome = 'EXECUTED' | 'PENDING APPROVAL' | 'FAILED' | 'CANCELED';

/** How the next calls are answered, whatever they request; `silence` never answers. */
export interface Interruption {
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  readonly times: number;
  /** An error status, silence before or after the order is placed, or a promise to await first. */
  readonly answer: number | 'silence' | 'silence after placing' | Promise<unknown>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface PlacedOrder {
  readonly id: string;
  readonly external_id: string;
  status: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Tremendous extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  readonly orders: readonly PlacedOrder[];
  /** `METHOD /path` of every call so far. */
  readonly calls: readonly string[];
  /** Status of the next orders. */
  outcome: Outcome;
  interrupt(...interruptions: Interruption[]): void;
  /** Moves an order on, as a person at the provider would. */
  decide(externalId: string, status: Outcome): void;
  stop(): Promise<void>;
}

const KEY = 'TEST_key-of-the-stand-in';
const FUNDING_SOURCE = 'FUNDS1';
const CAMPAIGN = 'CAMPAIGN1';

export const TREMENDOUS_CONFIG = { api_key: KEY, environment: 'SANDBOX', funding_source_id: FUNDING_SOURCE } as const;

const PRODUCTS = [
  {
    id: 'COFFEE',
    name: 'Coffee card',
    category: 'merchant_cards',
    description: '',
    disclosure: '',
    currency_codes: ['USD'],
    countries: [{ abbr: 'US' }],
    images: [{ src: 'https://img.example/coffee.png', type: 'card' }],
    skus: [
      { min: 10, max: 10 },
      { min: 25.5, max: 25.5 },
    ],
  },
  {
    id: 'BOOKS',
    name: 'Book card',
    category: 'merchant_cards',
    description: '',
    disclosure: '',
    currency_codes: ['USD', 'EUR'],
    countries: [],
    images: [],
    skus: [{ min: 1, max: 500 }],
  },
  {
    id: 'GIVING',
    name: 'A good cause',
    category: 'charities',
    description: '',
    disclosure: '',
    currency_codes: ['EUR'],
    countries: [],
    images: [],
  },
];

export async function startTremendous(port = 0): Promise<Tremendous> {
  const service = new StandIn();
  const server = createServer((request, response) => void service.handle(request, response));
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const stop = () => stopServer(server);
  return Object.assign(service, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`,
    key: KEY,
    stop,
    [Symbol.asyncDispose]: stop,
  });
}

async function stopServer(server: Server): Promise<void> {
  if (!server.listening) return;
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
}

class StandIn {
  readonly orders: PlacedOrder[] = [];
  readonly calls: string[] = [];
  outcome: Outcome = 'EXECUTED';
  private interruptions: { rule: Interruption; left: number }[] = [];
  private links = 0;

  interrupt(...interruptions: Interruption[]): void {
    this.interruptions = interruptions.map((rule) => ({ rule, left: rule.times }));
  }

  decide(externalId: string, status: Outcome): void {
    const order = this.orders.find((placed) => placed.external_id === externalId);
    if (!order) throw new Error(`there is no order ${externalId}`);
    order.status = status;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const method = request.method ?? '';
    const path = (request.url ?? '').replace(/^\/api\/v2/, '');
    this.calls.push(`${method} ${path}`);
    const interruption = this.interruptions.find(({ rule, left }) => left > 0 && rule.method === method && rule.path.test(path));
    if (interruption) interruption.left--;
    const { answer, headers } = interruption?.rule ?? {};
    if (answer === 'silence') return;
    if (answer instanceof Promise) await answer;
    if (typeof answer === 'number') return send(response, answer, { errors: { message: 'Played by the test.', payload: {} } }, headers);
    if (request.headers.authorization !== `Bearer ${KEY}`) return send(response, 401, { errors: { message: 'Unauthorized' } });
    const [status, body] = this.route(method, path, Buffer.concat(chunks).toString('utf8'));
    if (answer !== 'silence after placing') send(response, status, body);
  }

  private route(method: string, path: string, text: string): [number, unknown] {
    const [, resource = '', id = '', action = ''] = path.split('/').map(decodeURIComponent);
    if (method === 'POST' && resource === 'orders') return this.place(JSON.parse(text) as Record<string, unknown>);
    if (method === 'POST' && resource === 'rewards' && action === 'generate_link') return [200, { reward: { id, link: this.newLink(id) } }];
    if (method !== 'GET') return [404, notFound];
    if (resource === 'orders') return this.found(this.orders.find((order) => order.id === id || order.external_id === id));
    if (resource === 'products' && id === '') return [200, { products: PRODUCTS }];
    if (resource === 'products')
      return found(
        PRODUCTS.find((product) => product.id === id),
        'product',
      );
    if (resource === 'funding_sources') return [200, { funding_sources: [{ id: FUNDING_SOURCE, method: 'balance', meta: {} }] }];
    if (resource === 'campaigns') return found(id === CAMPAIGN ? { id } : undefined, 'campaign');
    return [404, notFound];
  }

  /** 200 for a new order, 201 for a repeat, 409 for a different order with the same external id. */
  private place(body: Record<string, unknown>): [number, unknown] {
    const external = String(body.external_id);
    const existing = this.orders.find((order) => order.external_id === external);
    if (existing)
      return JSON.stringify(existing.body) === JSON.stringify(body) ? [201, shown(existing)] : [409, { errors: { message: 'Conflict' } }];
    const reward = body.reward as { products?: string[] } | undefined;
    if (!PRODUCTS.some(({ id }) => reward?.products?.includes(id)))
      return [400, { errors: { message: 'Order failed: validation failure', payload: { reward: { products: 'unknown' } } } }];
    const order: PlacedOrder = { id: `ORDER${this.orders.length + 1}`, external_id: external, status: this.outcome, body };
    this.orders.push(order);
    return [200, shown(order, this.outcome === 'EXECUTED' ? this.newLink(`REWARD-${order.id}`) : undefined)];
  }

  /** Links are returned only once. */
  private found(order: PlacedOrder | undefined): [number, unknown] {
    return order ? [200, shown(order)] : [404, notFound];
  }

  private newLink(rewardId: string): string {
    return `https://gifts.example/${rewardId}/${(this.links += 1)}`;
  }
}

const notFound = { errors: { message: 'The requested resource could not be found.' } };

const found = (value: unknown, name: string): [number, unknown] => (value === undefined ? [404, notFound] : [200, { [name]: value }]);

function shown({ id, external_id, status, body }: PlacedOrder, link?: string): unknown {
  const { value, recipient } = body.reward as Record<string, unknown>;
  const delivery = { method: 'LINK', status: status === 'EXECUTED' ? 'SUCCEEDED' : 'PENDING', ...(link ? { link } : {}) };
  return {
    order: {
      id,
      external_id,
      status,
      created_at: '2026-11-21T00:00:00.000Z',
      channel: 'API',
      rewards: [{ id: `REWARD-${id}`, order_id: id, value, recipient, delivery }],
    },
  };
}

function send(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
