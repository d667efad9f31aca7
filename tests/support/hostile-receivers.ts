/**
 * Runs malicious webhook receivers on raw sockets, which hang, drip, hang up, lie or never end. Each states
 * what the service must make of it, and counts how much it could send.
 */
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { DeliveryErrorCode } from '@/domain/webhooks/retry';

export interface Harm {
  readonly name: string;
  /** Expected error code of each attempt; null: it was answered, which is all that counts. */
  readonly errorCode: DeliveryErrorCode | null;
  /** Part of the expected error message of each attempt. */
  readonly words?: string;
  answer(socket: Socket): void;
}

const OK = 'HTTP/1.1 200 OK\r\n';
const DRIP_MS = 50;
const BLOCK = Buffer.alloc(64 * 1024, 'x');

/** Writes as fast as the peer reads, until the connection is gone. */
function flood(socket: Socket, block: Uint8Array): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.on('drain', more);
  more();
}

function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => void (socket.destroyed ? clearInterval(timer) : socket.write(text)), DRIP_MS);
  socket.once('close', () => clearInterval(timer));
}

const CLOSED = { errorCode: 'connection_error', words: 'closed the connection before it had answered' } as const;
const NOT_HTTP = { errorCode: 'connection_error', words: 'is not an HTTP answer' } as const;
const TIMED_OUT = { errorCode: 'consumer_response_timeout', words: 'did not answer within' } as const;

export const HARMS: readonly Harm[] = [
  { name: 'hangs', ...TIMED_OUT, answer: () => undefined },
  { name: 'sends its headers a byte at a time', ...TIMED_OUT, answer: (socket) => (socket.write(`${OK}x-slow: `), drip(socket, 'x')) },
  {
    name: 'promises to answer, again and again',
    ...TIMED_OUT,
    answer: (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  },
  { name: 'resets the connection', ...CLOSED, answer: (socket) => void socket.resetAndDestroy() },
  { name: 'closes the connection', ...CLOSED, answer: (socket) => void socket.end() },
  { name: 'closes it within its headers', ...CLOSED, answer: (socket) => void socket.end(`${OK}content-`) },
  { name: 'speaks no HTTP', ...NOT_HTTP, answer: (socket) => void socket.end('220 smtp.example.com ESMTP\r\n') },
  {
    name: 'sends two lengths',
    ...NOT_HTTP,
    answer: (socket) => void socket.end(`${OK}content-length: 5\r\ncontent-length: 6\r\n\r\nhello`),
  },
  {
    name: 'sends headers without end',
    errorCode: 'connection_error',
    words: 'The headers of the answer are longer',
    answer: (socket) => (socket.write(OK), flood(socket, Buffer.from(`x-more: ${'x'.repeat(1_000)}\r\n`))),
  },
  { name: 'says less than it announced', errorCode: null, answer: (socket) => void socket.end(`${OK}content-length: 1000\r\n\r\nshort`) },
  {
    name: 'says more than it announced',
    errorCode: null,
    answer: (socket) => (socket.write(`${OK}content-length: 5\r\n\r\nhello`), flood(socket, BLOCK)),
  },
  { name: 'drips its body', errorCode: null, answer: (socket) => (socket.write(`${OK}content-length: 100000\r\n\r\n`), drip(socket, 'x')) },
  { name: 'answers without end', errorCode: null, answer: (socket) => (socket.write(`${OK}\r\n`), flood(socket, BLOCK)) },
  {
    name: 'sends one piece after the other without end',
    errorCode: null,
    answer: (socket) => {
      socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`);
      flood(socket, Buffer.concat([Buffer.from(`${BLOCK.length.toString(16)}\r\n`), BLOCK, Buffer.from('\r\n')]));
    },
  },
  {
    name: 'closes the connection within a piece',
    errorCode: null,
    answer: (socket) => void socket.end(`${OK}transfer-encoding: chunked\r\n\r\nff\r\nshort`),
  },
  {
    name: 'redirects to itself',
    errorCode: 'consumer_3xx',
    words: 'redirects are not followed',
    answer: (socket) => void socket.end('HTTP/1.1 307 Temporary Redirect\r\nlocation: /\r\ncontent-length: 0\r\n\r\n'),
  },
];

export interface HostileReceiver extends AsyncDisposable {
  readonly url: string;
  readonly harm: Harm;
  /** Number of requests received. */
  readonly asked: number;
  /** The most bytes that one connection accepted. */
  readonly mostTaken: number;
}

export async function startHostileReceiver(harm: Harm): Promise<HostileReceiver> {
  const open = new Set<Socket>();
  const told = { asked: 0, mostTaken: 0 };
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      told.asked += 1;
      harm.answer(socket);
    });
    socket.once('close', () => {
      told.mostTaken = Math.max(told.mostTaken, socket.bytesWritten - socket.writableLength);
      open.delete(socket);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    harm,
    get asked() {
      return told.asked;
    },
    get mostTaken() {
      return told.mostTaken;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
