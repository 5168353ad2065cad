import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { greetTls, plainAuth, sayPlainly } from '../../support/mail/submission.ts';
import { useSubmission } from './fixture.ts';

describe.each(engines)('SMTP submission on $name', (engine) => {
  const { server, tenant, transportOf } = useSubmission(engine);

  describe('logging in', () => {
    it('is for TLS only, and before any mail', async () => {
      const plain = transportOf(false, undefined, { ignoreTLS: true, requireTLS: false });
      await expect(plain.sendMail({ from: tenant.from, to: 'a@r.example', text: 'x' })).rejects.toMatchObject({ responseCode: 530 });
      plain.close();
      const said = await sayPlainly(server.submissionPort, ['EHLO client.example', plainAuth(tenant.key)]);
      expect(said).not.toContain('AUTH ');
      expect(said).toMatch(/\r\n538 /);
      const client = await greetTls(server.submissionsPort);
      expect(await client.say('MAIL FROM:<a@b.example>')).toMatch(/^530 5\.7\.0 /);
      expect(await client.say('AUTH CRAM-MD5')).toMatch(/^504 /);
      client.socket.destroy();
    });

    it('refuses a key that was revoked since', async () => {
      const { body } = await tenant.call('POST', '/v1/api-keys', { body: { name: 'k', permission: 'sending_access' } });
      const client = await greetTls(server.submissionsPort);
      expect(await client.say(plainAuth(body.key))).toMatch(/^235 /);
      await tenant.call('DELETE', `/v1/api-keys/${body.id}`);
      await client.say('MAIL FROM:<>');
      await client.say('RCPT TO:<a@r.example>');
      await client.say('DATA');
      expect(await client.say(`From: ${tenant.from}\r\nSubject: x\r\n\r\ny\r\n.`)).toMatch(/^530 5\.7\.0 /);
      client.socket.destroy();
    });

    it('has the mail of a suspended tenant kept, and takes it once the tenant goes on', async () => {
      const other = await server.mint();
      const suspend = (suspended: boolean) => server.admin('PATCH', `/admin/tenants/${other.id}`, { body: { suspended } });
      const client = await greetTls(server.submissionsPort, '127.0.0.79');
      expect(await client.say(plainAuth(other.key))).toMatch(/^235 /);
      const handOver = async () => {
        await client.say('MAIL FROM:<>');
        await client.say('RCPT TO:<a@r.example>');
        await client.say('DATA');
        return client.say(`From: ${other.from}\r\nSubject: x\r\n\r\ny\r\n.`);
      };
      await suspend(true);
      expect(await handOver()).toMatch(/^450 4\.7\.0 The tenant of this API key is suspended/);
      // However often its client tries, nobody is shut out for it.
      for (let count = 0; count < 4; count += 1) {
        const late = await greetTls(server.submissionsPort, '127.0.0.79');
        expect(await late.say(plainAuth(other.key))).toMatch(/^454 4\.7\.0 The tenant of this API key is suspended/);
        late.socket.destroy();
      }
      expect((await other.call('POST', '/v1/email', { body: {} })).status).toBe(401);
      await suspend(false);
      expect(await handOver()).toMatch(/^250 /);
      await server.admin('DELETE', `/admin/tenants/${other.id}`);
      expect(await handOver()).toMatch(/^530 5\.7\.0 /);
      client.socket.destroy();
    });

    it('counts none without a password, which is refused all the same', async () => {
      const client = await greetTls(server.submissionsPort, '127.0.0.80');
      for (let count = 0; count < 4; count += 1) expect(await client.say(plainAuth(''))).toMatch(/^535 5\.7\.8 The password is missing/);
      const login = ['AUTH LOGIN', Buffer.from('relay').toString('base64'), ''];
      expect([await client.say(login[0] ?? ''), await client.say(login[1] ?? '')]).toEqual([
        expect.stringMatching(/^334 /),
        expect.stringMatching(/^334 /),
      ]);
      expect(await client.say(login[2] ?? '')).toMatch(/^535 5\.7\.8 The password is missing/);
      expect(await client.say(plainAuth(tenant.key))).toMatch(/^235 /);
      client.socket.destroy();
    });

    it('closes after three bad ones, and lets nobody in from that address for a while', async () => {
      const bad = plainAuth('ek_none');
      const client = await greetTls(server.submissionsPort, '127.0.0.77');
      expect(await client.say(bad)).toMatch(/^535 5\.7\.8 /);
      expect(await client.say(bad)).toMatch(/^535 5\.7\.8 /);
      const other = await greetTls(server.submissionsPort, '127.0.0.77');
      expect(await client.say(bad)).toMatch(/^535 5\.7\.8 /);
      expect(await client.ended()).toMatch(/\r\n421 .*10 min\r\n$/);
      expect(await other.say(plainAuth(tenant.key))).toMatch(/^421 4\.7\.0 Too many bad log-ins/);
      const third = await greetTls(server.submissionsPort, '127.0.0.77');
      expect(await third.ended()).toMatch(/^421 .*Too many bad log-ins/);
      const elsewhere = await greetTls(server.submissionsPort, '127.0.0.78');
      expect(await elsewhere.say(plainAuth(tenant.key))).toMatch(/^235 /);
      elsewhere.socket.destroy();
    });
  });
});
