import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { createCertificate } from '../../support/fakes/certificate.ts';
import { greetTls, plainAuth } from '../../support/mail/submission.ts';
import { eventually } from '../../support/wait.ts';
import { useSubmission } from './fixture.ts';

describe.each(engines)('SMTP submission on $name', (engine) => {
  const { server, tenant, certificate, transportOf } = useSubmission(engine);

  describe('its certificate', () => {
    /** What a new client is shown, of a certificate that is trusted. */
    const shownWith = async (ca: string, secure: boolean) => {
      const transport = transportOf(secure, undefined, { tls: { ca } });
      return transport.verify().finally(() => transport.close());
    };

    it('is another once its files are, on both ports, and those who are connected go on', async () => {
      const client = await greetTls(server.submissionsPort);
      const next = await createCertificate();
      for (const secure of [false, true]) await expect(shownWith(next.cert, secure)).rejects.toThrow(/self-signed|certificate/);
      certificate.replace(next);
      for (const secure of [false, true]) expect(await eventually(() => shownWith(next.cert, secure).catch(() => undefined))).toBe(true);
      expect(await client.say(plainAuth(tenant.key))).toMatch(/^235 /);
      client.socket.destroy();
      certificate.replace(certificate);
      for (const secure of [false, true])
        expect(await eventually(() => shownWith(certificate.cert, secure).catch(() => undefined))).toBe(true);
    });

    it('is for TLS 1.2 and above', async () => {
      const old = connectTls({
        port: server.submissionsPort,
        host: '127.0.0.1',
        ca: certificate.cert,
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        // Without, it offers nothing that old, and fails by itself.
        ciphers: 'DEFAULT@SECLEVEL=0',
      });
      const [error] = await once(old, 'error');
      expect(error.code).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
    });
  });
});
