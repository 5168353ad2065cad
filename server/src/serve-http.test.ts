import { describe, expect, it } from 'vitest';
import { ConfigError } from './config.ts';
import { serveHttp } from './serve-http.ts';

const answer = () => new Response();

describe('serveHttp', () => {
  it('says which port is taken', async () => {
    const first = await serveHttp(answer, { host: '127.0.0.1', port: 0 });
    const second = serveHttp(answer, { host: '127.0.0.1', port: first.port });
    await expect(second).rejects.toThrow(new ConfigError(`PORT: ${first.port} is taken by another program; set one that is free`));
    await first.close();
  });

  it('keeps a connection that rests for longer than a proxy does', async () => {
    const { port, close } = await serveHttp(answer, { host: '127.0.0.1', port: 0 });
    const { headers } = await fetch(`http://127.0.0.1:${port}`);
    expect(headers.get('keep-alive')).toBe('timeout=75');
    await close();
  });

  it('names HOST where there is no such address', async () => {
    const away = serveHttp(answer, { host: '192.0.2.1', port: 0 });
    await expect(away).rejects.toThrow(/^HOST: cannot listen: /);
  });
});
