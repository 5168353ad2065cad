import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { greetTls, plainAuth } from '../../support/mail/submission.ts';
import { idIn, useSubmission } from './fixture.ts';

describe.each(engines)('SMTP submission on $name', (engine) => {
  const { server, tenant, transportOf, send } = useSubmission(engine);

  describe('refusals', () => {
    it('refuses a sender on an unverified domain with 550 5.7.1', async () => {
      expect((await send({ from: 'a@elsewhere.example', to: 'a@r.example' })).response).toMatch(/^550 5\.7\.1 from_domain_not_verified/);
    });

    it.each([
      ['a subject of which nothing is to be seen', { subject: '\u200b\u2060' }, /^554 5\.6\.0 .*The subject is empty/],
      ['an unknown header of ours', { headers: { 'X-Posthorn-Foo': '1' } }, /^554 5\.6\.0 .*X-Posthorn-Foo/],
      ['a test mode that is none', { headers: { 'X-Posthorn-Test-Mode': 'yes' } }, /^554 5\.6\.0 .*true or false/],
      ['a header that steers relays', { headers: { 'X-SES-Foo': '1' } }, /^554 5\.6\.0 .*X-Ses-Foo/i],
      ['the header of HTTP for test mode', { headers: { 'X-Service-Test': 'true' } }, /^554 5\.6\.0 /],
      ['two senders', { from: 'a@x.example, b@x.example' }, /^554 5\.6\.0 .*one sender/],
    ])('refuses %s with 554 5.6.0', async (_name, mail, reply) => {
      expect((await send({ to: 'a@r.example', ...mail })).response).toMatch(reply);
    });

    it('refuses the 51st recipient with 452, and takes the others', async () => {
      const recipients = Array.from({ length: 51 }, (_, index) => `r${index}@r.example`);
      const transport = transportOf(true);
      const { accepted, rejected, rejectedErrors } = await transport.sendMail({
        from: tenant.from,
        bcc: recipients,
        subject: 'x',
        text: 'y',
      });
      transport.close();
      expect([accepted.length, rejected]).toEqual([50, ['r50@r.example']]);
      expect(rejectedErrors?.[0]).toMatchObject({ responseCode: 452, response: expect.stringContaining('4.5.3') });
    });

    it('answers a full minute with 451 4.7.1, and a used quota with 452', async () => {
      const slow = await server.mint({ rate_limit: 1 });
      const poor = await server.mint({ daily_quota: 1 });
      for (const [{ key, from }, reply] of [
        [slow, /^451 4\.7\.1 rate_limit_exceeded/],
        [poor, /^452 4\.7\.1 quota_exceeded/],
      ] as const) {
        const transport = transportOf(true, { user: 'posthorn', pass: key });
        const mail = { from, to: 'a@r.example', subject: 'x', text: 'y' };
        expect(idIn((await transport.sendMail(mail)).response)).toMatch(/^msg_/);
        await expect(transport.sendMail(mail)).rejects.toMatchObject({ response: expect.stringMatching(reply) });
        transport.close();
      }
    });

    it('reads addresses as HTTP does: those that need quotes are some, and without them none', async () => {
      const client = await greetTls(server.submissionsPort);
      await client.say(plainAuth(tenant.key));
      expect(await client.say('MAIL FROM:<root.@printer_1.example>')).toMatch(/^250 /);
      for (const quoted of ['"a..b"', '"a b"', '"a@b"']) expect(await client.say(`RCPT TO:<${quoted}@r.example>`)).toMatch(/^250 /);
      for (const none of ['a..b@r.example', '.a@r.example', 'a@[127.0.0.1]', 'a@r_1.example', `${'a'.repeat(65)}@r.example`])
        expect(await client.say(`RCPT TO:<${none}>`)).toMatch(/^553 5\.1\.3 /);
      client.socket.destroy();
    });

    it('refuses a mail that is too large, by what is announced', async () => {
      const client = await greetTls(server.submissionsPort);
      await client.say(plainAuth(tenant.key));
      expect(await client.say('MAIL FROM:<a@b.example> SIZE=41943041')).toMatch(/^552 /);
      client.socket.destroy();
    });
  });
});
