import { Command } from 'commander';
import { createDns, type Dns } from '../../dns/dns-look.ts';
import { type DnsFinding, lookAtDomain, lookAtReverse } from '../../dns/doctor-dns.ts';
import { examples } from '../../options.ts';
import { findVariable } from '../../service/find-variable.ts';
import { type Session, withSession } from '../../service/session.ts';

const MARKS: Readonly<Record<DnsFinding['state'], string>> = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' };

function findDns(servers: string | undefined): Dns | undefined {
  try {
    return createDns(servers?.split(',').map((server) => server.trim()));
  } catch {
    return undefined;
  }
}

async function* lookAtDns(
  { tenant, terminal: { environment } }: Session,
  providerHost: string | null,
): AsyncGenerator<DnsFinding, void, undefined> {
  const dns = findDns(environment.DNS_SERVERS);
  if (dns === undefined) return yield { subject: 'dns', state: 'warning', detail: 'not looked at: DNS_SERVERS cannot be used', mend: null };
  yield* await lookAtReverse(dns, providerHost);
  if (findVariable(environment, 'POSTHORN_API_KEY') === undefined) {
    const mend = 'set POSTHORN_URL and POSTHORN_API_KEY to have its sending domains looked at';
    yield { subject: 'dns', state: 'warning', detail: 'no tenant to look at', mend };
    return;
  }
  for await (const domain of tenant().domains.iterate({ limit: 100 })) yield* await lookAtDomain(dns, domain);
}

async function* lookAtAll(session: Session): AsyncGenerator<DnsFinding, void, undefined> {
  const { examine, findProviderHost } = await import('@posthorn/server');
  yield* examine(session.terminal.environment);
  yield* lookAtDns(session, findProviderHost(session.terminal.environment));
}

/** `posthorn doctor` */
export const doctorCommand = () =>
  new Command('doctor')
    .description(
      'Check the settings, the database, BLOBS_URL, the SMTP server, stuck work and DNS, and say how to fix what is wrong. Exits with 1 if a check failed.',
    )
    .addHelpText('after', examples('doctor', 'doctor --json'))
    .action(
      withSession(async (session) => {
        const { print } = session;
        for await (const finding of lookAtAll(session)) {
          const { subject, state, detail, mend } = finding;
          print.line(finding, `${MARKS[state]}  ${subject}: ${detail}${mend === null ? '' : `\n         → ${mend}`}`);
          if (state === 'failed') process.exitCode = 1;
        }
      }),
    );
