import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** A host that records its requests, and answers everything with an image. */
export interface WebSink {
  readonly url: string;
  /** Paths, in order. */
  readonly asked: string[];
  /** Connections, with or without a request. */
  connections(): number;
  close(): Promise<void>;
}

export async function startWebSink(): Promise<WebSink> {
  const asked: string[] = [];
  let connected = 0;
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'Content-Type': 'image/gif' }).end(PIXEL);
  });
  server.on('connection', () => {
    connected += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    connections: () => connected,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
