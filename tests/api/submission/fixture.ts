import nodemailer, { type SendMailOptions } from 'nodemailer';
import { useCertificateFiles } from '../../support/certificate-files.ts';
import type { Engine } from '../../support/engines.ts';
import { greetTls, plainAuth } from '../../support/mail/submission.ts';
import { useServer, useTenant } from '../../support/posthorn.ts';

/** The id in `250 2.0.0 Ok msg_…`. */
export const idIn = (response: string) => /^250 2\.0\.0 Ok (msg_\w+)$/.exec(response)?.[1] ?? response;

/** A server with SMTP submission, a tenant of it, and mail that is handed to it over SMTP. */
export function useSubmission(engine: Engine) {
  const certificate = useCertificateFiles();
  const server = useServer(engine, () => ({ ...certificate.environment }));
  const tenant = useTenant(server);

  const transportOf = (secure: boolean, auth = { user: 'posthorn', pass: tenant.key }, more = {}) =>
    nodemailer.createTransport({
      host: 'localhost',
      port: secure ? server.submissionsPort : server.submissionPort,
      secure,
      requireTLS: !secure,
      auth,
      tls: { ca: certificate.cert },
      ...more,
    });
  const send = async (mail: SendMailOptions, secure = false) => {
    const transport = transportOf(secure);
    try {
      const { response } = await transport.sendMail({ from: tenant.from, subject: 'Hello', text: 'Hi.', ...mail });
      return { response, id: idIn(response), code: 250 };
    } catch (error) {
      const { response, responseCode } = error as { response: string; responseCode: number };
      return { response, id: '', code: responseCode };
    } finally {
      transport.close();
    }
  };
  const messageOf = async (id: string) => (await tenant.call('GET', `/v1/messages/${id}`)).body;
  const countSent = async (subject: string) =>
    (await tenant.call('GET', '/v1/messages?limit=100')).body.data.filter((message: { subject: string }) => message.subject === subject)
      .length;
  const hand = async (raw: string, recipients: readonly string[]) => {
    const client = await greetTls(server.submissionsPort);
    await client.say(plainAuth(tenant.key));
    await client.say('MAIL FROM:<>');
    for (const recipient of recipients) await client.say(`RCPT TO:<${recipient}>`);
    await client.say('DATA');
    const reply = await client.say(`${raw.replaceAll(/\r?\n/g, '\r\n')}\r\n.`);
    client.socket.destroy();
    return reply;
  };
  return { server, tenant, certificate, transportOf, send, hand, messageOf, countSent };
}
