/** Puts a delay on the wire: a proxy in front of a TCP server that holds back every chunk, in order, for the same time. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Wire extends AsyncDisposable {
  readonly port: number;
  /** How long a chunk takes in each direction, from now on. */
  delayMs: number;
}

export async function openWire(target: { readonly host: string; readonly port: number }): Promise<Wire> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target);
    for (const socket of [near, far]) {
      sockets.add(socket.setNoDelay());
      socket.once('close', () => void sockets.delete(socket));
    }
    join(near, far, () => wire.delayMs);
    join(far, near, () => wire.delayMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const wire: Wire = {
    port: (server.address() as AddressInfo).port,
    delayMs: 0,
    [Symbol.asyncDispose]: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
  return wire;
}

/** Passes on what `from` sends, in order even while the delay changes; the end follows the last chunk. */
function join(from: Socket, to: Socket, delayMs: () => number): void {
  const waiting: (() => void)[] = [];
  const later = (pass: () => void): void => {
    const delay = delayMs();
    if (delay === 0 && waiting.length === 0) return pass();
    waiting.push(pass);
    setTimeout(() => waiting.shift()!(), delay);
  };
  from.on('data', (chunk: Buffer) => void later(() => void to.write(chunk)));
  from.on('end', () => void later(() => void to.end()));
  from.on('error', () => void to.destroy());
  from.once('close', () => void later(() => void to.destroy()));
}
