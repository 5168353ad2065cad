import { rmSync } from 'node:fs';
import nodemailer from 'nodemailer';
import { type CertificateFiles, createCertificateFiles } from '../../support/mail/submission.ts';
import type { ServerProcess } from '../../support/processes/process.ts';
import { caller, type TestTenant } from '../../support/server.ts';

/** A mail that a client hands over until it has heard what became of it. */
export interface ClientMail {
  /** Names it, the same with each try; it is the subject as well. */
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

/** A way to hand mail over. */
export interface SubmissionRoute {
  /** What a server that has it is started with. */
  readonly environment: Readonly<Record<string, string>>;
  /** Returns the id of the message, undefined where another try may bring it. Throws a refusal for good. */
  handOver(server: ServerProcess, tenant: TestTenant, mail: ClientMail): Promise<string | undefined>;
  close(): void;
}

function openHttp(): SubmissionRoute {
  return {
    environment: {},
    async handOver({ url }, tenant, { key, from, to }) {
      const body = { from, to: [to], subject: key, text_body: 'x' };
      const post = caller(url, tenant.key)('POST', '/v1/email', { body, headers: { 'Idempotency-Key': key } });
      const answer = await post.catch(() => undefined);
      if (answer?.status === 202 || answer?.status === 200) return answer.body.message_id;
      if (answer !== undefined && answer.status < 500) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      return undefined;
    },
    close: () => undefined,
  };
}

/** What a client has heard: a refusal for good has a code of 5yz. */
interface SmtpFault extends Error {
  readonly responseCode?: number;
}

/** Every other mail over STARTTLS, the others over TLS from the start. */
const isSecure = ({ key }: ClientMail) => /[02468]$/.test(key);

async function openSmtp(): Promise<SubmissionRoute> {
  const files: CertificateFiles = await createCertificateFiles();
  return {
    environment: files.environment,
    async handOver({ submissionPort, submissionsPort }, tenant, mail) {
      const secure = isSecure(mail);
      const transport = nodemailer.createTransport({
        host: 'localhost',
        port: secure ? submissionsPort : submissionPort,
        secure,
        requireTLS: !secure,
        auth: { user: 'posthorn', pass: tenant.key },
        tls: { ca: files.cert },
      });
      const { key, from, to } = mail;
      try {
        const { response } = await transport.sendMail({ from, to, subject: key, text: 'x', messageId: `<${key}@client.example>` });
        return /^250 2\.0\.0 Ok (msg_\w+)$/.exec(response)?.[1];
      } catch (error) {
        if (((error as SmtpFault).responseCode ?? 0) >= 500) throw error;
        return undefined;
      } finally {
        transport.close();
      }
    },
    close: () => rmSync(files.folder, { recursive: true }),
  };
}

/** Every way to hand over a mail that has a key. */
export const submissionRoutes = [
  { route: 'HTTP', open: async () => openHttp() },
  { route: 'SMTP', open: openSmtp },
] as const;
