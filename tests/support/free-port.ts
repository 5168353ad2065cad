import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral ports of systems, so that nobody else gets it before it is used. */
const [FIRST, BEYOND] = [20_000, 32_000];

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Returns a port of this machine that nobody was listening on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEYOND);
    if (await isFree(port)) return port;
  }
}
