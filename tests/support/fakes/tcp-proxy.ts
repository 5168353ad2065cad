import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  /** The given URL, through the proxy. */
  readonly url: string;
  /** Closes every connection and refuses further ones. */
  refuse(): Promise<void>;
  /** Accepts connections again. */
  accept(): Promise<void>;
  /** Passes nothing on; connections stay open. */
  freeze(): void;
  /** Passes everything on again. */
  thaw(): void;
  close(): Promise<void>;
}

/** A proxy between a client and the server of a URL that can drop and freeze their connections. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let frozen = false;
  let listenOn = 0;

  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    if (frozen) socket.pause();
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.on('data', (bytes) => far.write(bytes)).on('close', () => far.destroy());
    far.on('data', (bytes) => near.write(bytes)).on('close', () => near.destroy());
    track(near);
    track(far);
  });
  const accept = () => new Promise<void>((resolve) => server.listen(listenOn, '127.0.0.1', resolve));
  const refuse = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };

  await accept();
  // Safe because it listens on a port.
  listenOn = (server.address() as AddressInfo).port;
  const url = new URL(target);
  url.port = String(listenOn);
  return {
    url: url.href,
    accept,
    refuse,
    close: refuse,
    freeze: () => {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      frozen = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
