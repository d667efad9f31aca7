/** Receives webhooks in simulated lives: fails or hangs up as each life's dice decide, and records what arrived. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MAX_ATTEMPTS } from '@/domain/webhooks/retry';
import type { Dice } from '../dice';

export interface Audience {
  readonly url: string;
  /** Ids of the envelopes acknowledged with success. */
  readonly accepted: ReadonlySet<string>;
}

interface Life {
  readonly dice: Dice;
  readonly accepted: Set<string>;
  /** How often each envelope was refused; one refused at every attempt is rightly FAILED. */
  readonly refused: Map<string, number>;
}

export class SimulationReceiver implements AsyncDisposable {
  private readonly lives = new Map<string, Life>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<SimulationReceiver> {
    const server = createServer((request, response) => void made.answer(request, response));
    const made = new SimulationReceiver(server);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    return made;
  }

  /** Opens a separate URL for one life. */
  listen(name: string, dice: Dice): Audience {
    const life: Life = { dice, accepted: new Set(), refused: new Map() };
    this.lives.set(`/${name}`, life);
    return { url: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${name}`, accepted: life.accepted };
  }

  forget(name: string): void {
    this.lives.delete(`/${name}`);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const life = this.lives.get(request.url ?? '');
    if (!life) return void response.writeHead(503).end();
    const { id } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { id: string };
    const refusals = life.refused.get(id) ?? 0;
    const luck = life.dice.between(1, 10);
    if (luck <= 2 && refusals < MAX_ATTEMPTS - 1) {
      life.refused.set(id, refusals + 1);
      return luck === 1 ? void request.socket.destroy() : void response.writeHead(503).end();
    }
    life.accepted.add(id);
    response.writeHead(200).end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => void this.server.close(resolve));
  }
}
