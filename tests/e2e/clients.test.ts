import PostalMime, { type Email } from 'postal-mime';
import { Resend } from 'resend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { type SinkMail, type SmtpSink, startSmtpSink } from '../support/mail/smtp-sink.ts';
import { useServer, useTenant } from '../support/posthorn.ts';
import { commandLine } from '../support/processes/command-line.ts';
import { exampleOf, installSdk, type SdkProject } from '../support/processes/sdk-package.ts';
import type { TestTenant } from '../support/server.ts';

const EXAMPLE = 'send-and-follow';

let project: SdkProject;
beforeAll(async () => {
  project = await installSdk();
  project.write(`${EXAMPLE}.ts`, exampleOf(`${EXAMPLE}.ts`));
  await project.compile(`${EXAMPLE}.ts`);
});
afterAll(() => project.remove());

describe.each(engines)('a mail that a client sends arrives over SMTP, on $name', (engine) => {
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await startSmtpSink();
  });
  afterAll(() => sink.close());
  const server = useServer(engine, () => ({ PROVIDER_URL: sink.url, JOB_INTERVAL_MS: '100' }));
  const tenant = useTenant(server);

  /** The mail that comes next, while something is done that sends it. */
  async function arriving<T>(send: () => Promise<T>): Promise<{ answer: T; mail: SinkMail; read: Email }> {
    const before = sink.mails.length;
    const answer = await send();
    const mails = await sink.waitFor(before + 1);
    const mail = mails[before];
    if (mail === undefined || mails.length !== before + 1) throw new Error(`${mails.length - before} mails came`);
    return { answer, mail, read: await PostalMime.parse(mail.raw, { attachmentEncoding: 'base64' }) };
  }

  const signedBy = ({ domain }: TestTenant) =>
    expect.objectContaining({ key: 'dkim-signature', value: expect.stringMatching(new RegExp(`\\bd=${domain.name};`)) });

  it('from the example program of the SDK, compiled', async () => {
    const environment = { POSTHORN_URL: server.url, POSTHORN_API_KEY: tenant.key, POSTHORN_FROM: tenant.from };
    const { answer, mail, read } = await arriving(() => project.run(`${EXAMPLE}.js`, { args: ['ada@example.net'], environment }));
    const id = /^(msg_\w+) sent\n$/.exec(answer.stdout)?.[1];
    expect(mail.envelope).toEqual({ from: expect.stringMatching(/@/), to: ['ada@example.net'] });
    expect(read).toMatchObject({
      from: { address: tenant.from },
      to: [{ address: 'ada@example.net' }],
      subject: 'Your numbers',
      text: 'They are attached.\n',
      messageId: `<${id}@${tenant.domain.name}>`,
      headers: expect.arrayContaining([signedBy(tenant)]),
    });
    const content = Buffer.from('one,two\n').toString('base64');
    expect(read.attachments).toMatchObject([{ filename: 'numbers.csv', mimeType: 'text/csv', content }]);
  });

  it('from the command line', async () => {
    const cli = commandLine(server, tenant);
    const addresses = ['--from', `Shop <${tenant.from}>`, '--to', 'bob@example.net', '--cc', 'cc@example.net', '--bcc', 'bcc@example.net'];
    const content = ['--subject', 'Grüße', '--text', 'Hi', '--html', '<p>Hi</p>', '--header', 'X-Kind=test', '--reply-to', 'r@example.net'];
    const { answer, mail, read } = await arriving(() => cli.json('email', 'send', ...addresses, ...content));
    expect([...mail.envelope.to].sort()).toEqual(['bcc@example.net', 'bob@example.net', 'cc@example.net']);
    expect(read).toMatchObject({
      from: { name: 'Shop', address: tenant.from },
      to: [{ address: 'bob@example.net' }],
      cc: [{ address: 'cc@example.net' }],
      replyTo: [{ address: 'r@example.net' }],
      subject: 'Grüße',
      text: 'Hi\n',
      html: '<p>Hi</p>\n',
      messageId: `<${answer.message_id}@${tenant.domain.name}>`,
      headers: expect.arrayContaining([signedBy(tenant), expect.objectContaining({ key: 'x-kind', value: 'test' })]),
    });
    expect(mail.raw.toString()).not.toContain('bcc@example.net');
  });

  it('from the official client of Resend', async () => {
    const resend = new Resend(tenant.key, { baseUrl: `${server.url}/resend` });
    const { answer, mail, read } = await arriving(() =>
      resend.emails.send({
        from: `Shop <${tenant.from}>`,
        to: 'carl@example.net',
        replyTo: 'r@example.net',
        subject: 'Order 7',
        html: '<p>Thanks <img src="cid:logo"></p>',
        text: 'Thanks',
        headers: { 'X-Entity-Ref-ID': '7' },
        attachments: [{ filename: 'logo.png', content: Buffer.from('bytes'), contentId: 'logo' }],
      }),
    );
    expect(answer.error).toBeNull();
    expect(mail.envelope.to).toEqual(['carl@example.net']);
    expect(read).toMatchObject({
      from: { name: 'Shop', address: tenant.from },
      to: [{ address: 'carl@example.net' }],
      replyTo: [{ address: 'r@example.net' }],
      subject: 'Order 7',
      text: 'Thanks\n',
      html: '<p>Thanks <img src="cid:logo"></p>\n',
      messageId: `<${answer.data?.id}@${tenant.domain.name}>`,
      headers: expect.arrayContaining([signedBy(tenant), expect.objectContaining({ key: 'x-entity-ref-id', value: '7' })]),
      attachments: [{ filename: 'logo.png', mimeType: 'image/png', contentId: '<logo>', disposition: 'inline' }],
    });
  });
});
