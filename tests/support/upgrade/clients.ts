/** Clients that keep writing through the API of a service while its database is upgraded: each knows what it was answered, and what it must have then. */
import { send } from '../http';
import type { KeptWriter } from './kept';

/** Value of a round: what its event earns, and what it is given. */
const EARNED = 1;
const GIVEN = 2;

export interface Answered {
  /** Rounds of three requests each. */
  readonly rounds: number;
  /** Requests that were not answered as they should. */
  readonly failures: readonly string[];
  /** Duration of the slowest request. */
  readonly longestMs: number;
  /** The balance that each client must have, by external id, once its events are processed. */
  readonly balances: ReadonlyMap<string, number>;
}

export class Clients {
  private isOver = false;
  private longestMs = 0;
  private readonly failures: string[] = [];
  private readonly balances = new Map<string, number>();
  private readonly rounds: number[];
  private readonly done: Promise<unknown>;

  constructor(
    private readonly address: string,
    private readonly writer: KeptWriter,
    count: number,
  ) {
    this.rounds = Array.from({ length: count }, () => 0);
    this.done = Promise.all(this.rounds.map((_, client) => this.run(client)));
  }

  /** How many rounds the slowest client has made. */
  get made(): number {
    return Math.min(...this.rounds);
  }

  async stop(): Promise<Answered> {
    this.isOver = true;
    await this.done;
    const { failures, longestMs, balances } = this;
    return { rounds: this.rounds.reduce((sum, rounds) => sum + rounds, 0), failures, longestMs, balances };
  }

  private async run(client: number): Promise<void> {
    const external_id = `client-${client}`;
    const { program_id, asset_id } = this.writer;
    await this.request('POST', '/participants', { program_id, external_id });
    for (let round = 0; !this.isOver; round++) {
      const event = { program_id, external_id, idempotency_key: `${external_id}/${round}`, event_data: { type: 'purchase' } };
      if (await this.request('POST', '/events', event)) this.add(external_id, EARNED);
      const credit = { program_id, asset_id, type: 'CREDIT', amount: String(GIVEN), description: 'Written meanwhile' };
      if (await this.request('POST', `/participants/ext:${external_id}/balances/adjust`, credit)) this.add(external_id, GIVEN);
      await this.request('PATCH', `/participants/ext:${external_id}`, { display_name: `Round ${round}` });
      this.rounds[client]! += 1;
    }
  }

  private add(external_id: string, amount: number): void {
    this.balances.set(external_id, (this.balances.get(external_id) ?? 0) + amount);
  }

  /** Sends once: a request that is refused, or not answered at all, is a failure. */
  private async request(method: string, path: string, body: object): Promise<boolean> {
    const headers = { authorization: `Bearer ${this.writer.api_key}`, 'content-type': 'application/json' };
    const begun = performance.now();
    const sent = send(this.address, { method, path: `/v1${path}`, headers, body: JSON.stringify(body) });
    const answer = await sent.catch((error: Error) => ({ status: 0, text: error.message }));
    this.longestMs = Math.max(this.longestMs, performance.now() - begun);
    const isDone = answer.status >= 200 && answer.status < 300;
    if (!isDone) this.failures.push(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return isDone;
  }
}
