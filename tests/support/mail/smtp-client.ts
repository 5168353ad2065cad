import SMTPConnection from 'nodemailer/lib/smtp-connection';

export interface Handed {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer | string;
}

export interface SmtpReply {
  readonly code: number;
  readonly text: string;
  readonly accepted: readonly string[];
}

interface SmtpFault {
  readonly responseCode?: number;
  readonly response?: string;
}

/** Safe because the client adds the server's reply to its errors. */
const toReply = (fault: unknown): SmtpReply => {
  const { responseCode = 0, response = String(fault) } = fault as SmtpFault;
  return { code: responseCode, text: response, accepted: [] };
};

/** Submits a mail as any mail server would, and returns the last reply. */
export function handOver(port: number, { from, to, raw }: Handed, options: SMTPConnection.Options = {}): Promise<SmtpReply> {
  const connection = new SMTPConnection({ host: '127.0.0.1', port, ignoreTLS: true, ...options });
  return new Promise<SmtpReply>((resolve) => {
    connection.once('error', (error) => resolve(toReply(error)));
    connection.connect(() =>
      connection.send({ from, to: [...to] }, raw, (error, info) =>
        resolve(
          error === null ? { code: Number(info.response.slice(0, 3)), text: info.response, accepted: info.accepted } : toReply(error),
        ),
      ),
    );
  }).finally(() => connection.close());
}
