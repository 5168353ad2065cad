import { afterAll, afterEach, beforeAll } from 'vitest';
import { type DnsServer, startDnsServer } from '../../support/fakes/dns-server.ts';
import { type SmtpSink, startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { posthorn } from '../../support/processes/command-line.ts';

interface Finding {
  readonly subject: string;
  readonly state: string;
  readonly detail: string;
  readonly mend: string | null;
}

const findings = (stdout: string): Finding[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
export const bySubject = (all: readonly Finding[], subject: string) => all.find((finding) => finding.subject === subject);

/** `posthorn doctor` beside a DNS server, which is emptied after each test, and an SMTP server that lets `ada` in by `secret`. */
export function useDoctor() {
  let dns: DnsServer;
  let sink: SmtpSink;
  beforeAll(async () => {
    dns = await startDnsServer();
    sink = await startSmtpSink({ credentials: { user: 'ada', pass: 'secret' } });
  });
  afterEach(() => dns.clear());
  afterAll(async () => {
    await dns.close();
    await sink.close();
  });

  const examine = async (environment: Record<string, string>) => {
    const { code, stdout } = await posthorn(['doctor', '--json'], { environment: { DNS_SERVERS: dns.address, ...environment } });
    return { code, all: findings(stdout) };
  };

  return {
    get dns() {
      return dns;
    },
    get sink() {
      return sink;
    },
    examine,
  };
}
