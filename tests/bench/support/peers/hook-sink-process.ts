// The least that answers webhooks over HTTPS: 204, or nothing at all below /hang. Tells how many it has answered when it is asked for `count`.
import { createServer } from 'node:https';
import type { Certificate } from '../../../support/fakes/certificate.ts';

// Safe because the benchmark passes it so.
const certificate = JSON.parse(process.argv[2] ?? '') as Certificate;
let count = 0;

const server = createServer({ ...certificate, keepAlive: true }, (request, response) => {
  request.resume().once('end', () => {
    if (request.url?.startsWith('/hang')) return;
    count += 1;
    response.writeHead(204).end();
  });
});
process.on('message', () => process.send?.(count));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.send?.(address?.port);
});
