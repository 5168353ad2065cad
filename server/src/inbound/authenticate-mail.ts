import { Resolver } from 'node:dns/promises';

export type Verdict = 'pass' | 'fail' | 'none';

/** What the sender's domain says of a mail. */
export interface Verdicts {
  readonly spf: Verdict;
  readonly dkim: Verdict;
  readonly dmarc: Verdict;
}

/** Who handed a mail in over SMTP. */
export interface Client {
  readonly ip: string;
  readonly helo: string;
}

export interface ToAuthenticate {
  readonly raw: Buffer;
  readonly envelopeFrom: string;
  /** Null where nobody did: SPF then says nothing. */
  readonly client: Client | null;
}

/** Asks DNS for texts. */
export type MailResolver = (name: string, type: string) => Promise<string[]>;

const QUERY_MS = 2000;
const TRIES = 2;
const UNKNOWN: Verdicts = { spf: 'none', dkim: 'none', dmarc: 'none' };

/** What DNS did not tell is no failure of the mail. */
const SILENT = ['none', 'temperror', 'temperr', 'skipped'];
const toVerdict = (result: string): Verdict => (result === 'pass' ? 'pass' : SILENT.includes(result) ? 'none' : 'fail');

/** A neutral SPF says as much as none (RFC 7208, section 2.6.2); a neutral signature is one that does not hold. */
const spfVerdict = (result: string): Verdict => (result === 'neutral' ? 'none' : toVerdict(result));

function dkimVerdict(results: readonly string[]): Verdict {
  const verdicts = results.map(toVerdict);
  return verdicts.find((verdict) => verdict === 'pass') ?? verdicts.find((verdict) => verdict === 'fail') ?? 'none';
}

export function createMailResolver({ servers }: { readonly servers?: readonly string[] | undefined }): MailResolver {
  const resolver = new Resolver({ timeout: QUERY_MS, maxTimeout: QUERY_MS, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  // Safe because the record types that are asked for answer lists of texts, or of lists of texts.
  return (name, type) => resolver.resolve(name, type) as Promise<unknown> as Promise<string[]>;
}

/** Checks SPF, DKIM and DMARC. It never refuses a mail: that is for those to decide who read it. */
export async function authenticateMail(resolver: MailResolver, { raw, envelopeFrom, client }: ToAuthenticate): Promise<Verdicts> {
  // Only where mail is taken in: it brings as much code as the rest of the service.
  const { authenticate } = await import('mailauth');
  try {
    const sender = client === null ? { sender: envelopeFrom } : { sender: envelopeFrom, ...client };
    const { spf, dkim, dmarc } = await authenticate(raw, { ...sender, resolver, disableArc: true, disableBimi: true });
    return {
      spf: spf === false || client === null ? 'none' : spfVerdict(spf.status.result),
      dkim: dkimVerdict(dkim.results.map(({ status }) => status.result)),
      dmarc: dmarc === false ? 'none' : toVerdict(dmarc.status.result),
    };
  } catch {
    return UNKNOWN;
  }
}
