/**
 * Provides sockets that send what is written in one turn of the event loop by one system call: statements that travel together cost
 * one write here, and wake Postgres once.
 */
import { Socket } from 'node:net';

type Write = (data: string | Uint8Array, ...rest: never[]) => boolean;

/** Not yet connected. */
export function batchingSocket(): Socket {
  const socket = new Socket();
  const write: Write = socket.write.bind(socket);
  let held = false;
  const hold = (): void => {
    if (held) return;
    held = true;
    socket.cork();
    process.nextTick(() => {
      held = false;
      socket.uncork();
    });
  };
  const writeLater: Write = (...sent) => {
    hold();
    return write(...sent);
  };
  // Connecting puts the method of the class back.
  return socket.once('connect', () => Object.assign(socket, { write: writeLater }));
}
