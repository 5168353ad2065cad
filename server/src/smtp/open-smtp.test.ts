import { createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../config/config-error.ts';
import { openSmtp } from './open-smtp.ts';

describe('where an SMTP server is to listen', () => {
  it('names the setting whose port is taken', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
    });
    const settings = { host: 'INBOUND_SMTP_HOST', port: 'INBOUND_SMTP_PORT' } as const;
    const server = new SMTPServer({ logger: false });
    // As whoever makes one does.
    server.on('error', () => undefined);
    const opening = openSmtp(server, { host: '127.0.0.1', port, settings }, () => undefined);
    await expect(opening).rejects.toThrow(new ConfigError(`INBOUND_SMTP_PORT: ${port} is taken; set one that is free`));
    other.close();
  });
});
