/** Sockets that send together what is written together. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { batchingSocket } from '@/server/db/batching-socket';

test('what is written in one turn of the event loop is kept until the turn ends, and then sent whole and in order', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = batchingSocket().connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [[peer]] = (await Promise.all([once(server, 'connection'), once(socket, 'connect')])) as [[Socket], unknown];
  let received = '';
  peer.setEncoding('utf8').on('data', (text: string) => (received += text));

  for (const turn of [['BEGIN', 'SELECT 1', 'SELECT 2'], ['COMMIT']]) {
    for (const text of turn) socket.write(text);
    await Promise.resolve();
    socket.write(';');
    expect(socket.writableLength).toBe(turn.join('').length + 1);
    await new Promise(setImmediate);
    expect(socket.writableCorked).toBe(0);
  }
  socket.end('bye');
  await once(peer, 'end');
  expect(received).toBe('BEGINSELECT 1SELECT 2;COMMIT;bye');
  server.close();
});
