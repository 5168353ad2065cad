import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import pTimeout from 'p-timeout';
import { isUnread, type MailReader } from './mail-reader.ts';
import type { KeyAnswer, SignedMail } from './read-signatures.ts';

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
  /** Whose turn it is to have mail read. */
  readonly owner: string;
}

/** Asks DNS for texts. */
export type MailResolver = (name: string, type: string) => Promise<string[]>;

export interface AuthenticationParts {
  readonly resolver: MailResolver;
  readonly reader: MailReader;
}

const QUERY_MS = 2000;
const TRIES = 2;
/** For all queries that a mail leads to. */
const LOOKUPS_MS = 10_000;
/** No record of SPF, DKIM or DMARC is longer, whatever a domain answers. */
const MOST_TEXT = 8 * 1024;
export const UNKNOWN: Verdicts = { spf: 'none', dkim: 'none', dmarc: 'none' };

/** It brings as much code as the rest of the service, and takes a third of a second: only where mail is taken in, and before it is. */
export const loadChecks = () => import('mailauth');

/** What DNS did not tell is no failure of the mail. */
const SILENT = ['none', 'temperror', 'temperr', 'skipped'];
const toVerdict = (result: string): Verdict => (result === 'pass' ? 'pass' : SILENT.includes(result) ? 'none' : 'fail');

/** A neutral SPF says as much as none (RFC 7208, section 2.6.2); a neutral signature is one that does not hold. */
const spfVerdict = (result: string): Verdict => (result === 'neutral' ? 'none' : toVerdict(result));

function dkimVerdict({ signatures }: SignedMail): Verdict {
  const verdicts = signatures.map(({ result }) => toVerdict(result));
  return verdicts.find((verdict) => verdict === 'pass') ?? verdicts.find((verdict) => verdict === 'fail') ?? 'none';
}

export function createMailResolver({ servers }: { readonly servers?: readonly string[] | undefined }): MailResolver {
  const resolver = new Resolver({ timeout: QUERY_MS, maxTimeout: QUERY_MS, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return async (name, type) => {
    // Safe because the record types that are asked for answer lists of texts, or of lists of texts.
    const answer = (await resolver.resolve(name, type)) as unknown as string[];
    if (JSON.stringify(answer).length > MOST_TEXT) throw Object.assign(new Error(`${name} says too much`), { code: 'ENODATA' });
    return answer;
  };
}

async function lookUp(resolver: MailResolver, name: string): Promise<[string, KeyAnswer]> {
  try {
    const records = await resolver(name, 'TXT');
    return [name, { texts: records.map((record) => [record].flat().join('')) }];
  } catch (error) {
    return [name, { code: error instanceof Error && 'code' in error ? String(error.code) : 'ETIMEOUT' }];
  }
}

/** Threads check what they are given, and wait for nobody: the keys are looked up between two readings. */
async function checkSignatures({ resolver, reader }: AuthenticationParts, { raw, owner }: ToAuthenticate): Promise<SignedMail | undefined> {
  const first = await reader.read('signatures', { raw, keys: new Map() }, owner);
  if (isUnread(first)) return undefined;
  if (first.asked.length === 0) return first;
  const keys = new Map(await Promise.all(first.asked.map((name) => lookUp(resolver, name))));
  const signed = await reader.read('signatures', { raw, keys }, owner);
  return isUnread(signed) ? undefined : signed;
}

async function checkSender(resolver: MailResolver, { envelopeFrom, client }: ToAuthenticate) {
  if (client === null) return { verdict: 'none' as const, domains: [] };
  const { spf } = await loadChecks();
  const helo = isIP(client.helo) === 0 ? client.helo : `[${client.helo}]`;
  const { status, domain } = await spf({ sender: envelopeFrom, ip: client.ip, helo, resolver, maxElapsedTime: LOOKUPS_MS });
  return { verdict: spfVerdict(status.result), domains: status.result === 'pass' && domain !== '' ? [domain] : [] };
}

async function judge(parts: AuthenticationParts, mail: ToAuthenticate): Promise<Verdicts> {
  const { resolver } = parts;
  const [sender, signed] = await Promise.all([checkSender(resolver, mail), checkSignatures(parts, mail)]);
  if (signed === undefined || signed.headerFrom.length === 0) return { ...UNKNOWN, spf: sender.verdict };
  const { dmarc } = await loadChecks();
  const { headerFrom, fromFields, signatures } = signed;
  const dkimDomains = signatures.filter(({ result }) => result === 'pass').map(({ domain }) => ({ domain }));
  const policy = await dmarc({ headerFrom: [...headerFrom], fromFields, spfDomains: sender.domains, dkimDomains, resolver });
  return { spf: sender.verdict, dkim: dkimVerdict(signed), dmarc: policy === false ? 'none' : toVerdict(policy.status.result) };
}

/** Checks SPF, DKIM and DMARC. It never refuses a mail: that is for those to decide who read it. */
export async function authenticateMail(parts: AuthenticationParts, mail: ToAuthenticate): Promise<Verdicts> {
  try {
    return await pTimeout(judge(parts, mail), { milliseconds: 3 * LOOKUPS_MS });
  } catch {
    return UNKNOWN;
  }
}
