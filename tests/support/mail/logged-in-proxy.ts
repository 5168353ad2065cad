import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { greetTls, plainAuth } from './submission.ts';

/** For clients without TLS and AUTH, such as Postfix's test programs. */
export interface LoggedInProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a proxy for a TLS port that logs in with a key for every client, and passes everything on from then on. */
export async function startLoggedInProxy(port: number, key: string): Promise<LoggedInProxy> {
  const sockets = new Set<Socket>();
  async function join(near: Socket): Promise<void> {
    const { socket: far, say } = await greetTls(port);
    await say(plainAuth(key));
    sockets.add(far);
    far.on('error', () => undefined).on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    near.write('220 localhost ESMTP\r\n');
    near.pipe(far);
    far.pipe(near);
  }
  const server = createServer((near) => {
    sockets.add(near);
    near.on('error', () => undefined);
    join(near).catch(() => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Safe because it listens on a port.
  const bound = server.address() as AddressInfo;
  return {
    port: bound.port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
