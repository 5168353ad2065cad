import { isIP } from 'node:net';
import pTimeout from 'p-timeout';
import { systemClock } from '../core/clock.ts';
import { errorCodeOf } from '../core/errors/error-code.ts';
import { Unavailable } from '../core/errors/unavailable.ts';
import { createResolver, type ResolverOptions } from '../core/resolver.ts';
import { type DnsAnswer, type DnsQuestion, questionKey } from '../mail-reader/known-answers.ts';
import { isUnread, type MailReader } from '../mail-reader/mail-reader.ts';
import type { KeyAnswer, SignedMail } from '../mail-reader/read-signatures.ts';
import type { Readings, Unread } from '../mail-reader/read-task.ts';

export type Verdict = 'pass' | 'fail' | 'none';

/** The SPF, DKIM and DMARC results of a mail. */
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
  /** Null if it did not arrive over SMTP: SPF then has no result. */
  readonly client: Client | null;
  /** In whose turn the mail is read. */
  readonly owner: string;
}

/** Asks DNS for the records of a type. */
export type MailResolver = (name: string, type: string) => Promise<unknown[]>;

export interface AuthenticationParts {
  readonly resolver: MailResolver;
  readonly reader: MailReader;
}

/** Time for all queries that the reading of one policy, or of the signatures, leads to. */
const LOOKUPS_MS = 10_000;
/** Most DNS queries for one policy: ten terms that each look up a list of mail servers and their addresses (RFC 7208, section 4.6.4). */
const MOST_QUESTIONS = 256;
/** No record of SPF, DKIM or DMARC is longer, whatever a domain answers. */
const MOST_TEXT = 8 * 1024;
export const UNKNOWN: Verdicts = { spf: 'none', dkim: 'none', dmarc: 'none' };
const UNSAID = { result: 'none', domain: '' };

/** Results for which DNS gave no answer, which is no failure of the mail. */
const SILENT = ['none', 'temperror', 'temperr', 'skipped'];
const toVerdict = (result: string): Verdict => (result === 'pass' ? 'pass' : SILENT.includes(result) ? 'none' : 'fail');

/** Returns the verdict of SPF, where neutral is as good as none (RFC 7208, section 2.6.2). A neutral signature is one that does not hold. */
const spfVerdict = (result: string): Verdict => (result === 'neutral' ? 'none' : toVerdict(result));

function dkimVerdict({ signatures }: SignedMail): Verdict {
  const verdicts = signatures.map(({ result }) => toVerdict(result));
  return verdicts.find((verdict) => verdict === 'pass') ?? verdicts.find((verdict) => verdict === 'fail') ?? 'none';
}

/** Creates a resolver that rejects for records longer than any of SPF, DKIM or DMARC. */
export function createMailResolver(options: Pick<ResolverOptions, 'servers'>): MailResolver {
  const resolver = createResolver(options);
  return async (name, type) => {
    // Safe because the record types that are asked for answer lists.
    const answer = (await resolver.resolve(name, type)) as unknown as unknown[];
    if (JSON.stringify(answer).length > MOST_TEXT) throw Object.assign(new Error(`${name} says too much`), { code: 'ENODATA' });
    return answer;
  };
}

const UNANSWERED = { code: 'ETIMEOUT' };

async function lookUp(resolver: MailResolver, { name, type }: DnsQuestion, patienceMs = LOOKUPS_MS): Promise<DnsAnswer> {
  try {
    const asked = resolver(name, type).then((records) => ({ records }));
    return await pTimeout<DnsAnswer>(asked, { milliseconds: patienceMs, fallback: () => UNANSWERED });
  } catch (error) {
    return { code: errorCodeOf(error) ?? UNANSWERED.code };
  }
}

async function lookUpKey(resolver: MailResolver, name: string): Promise<[string, KeyAnswer]> {
  const answer = await lookUp(resolver, { name, type: 'TXT' });
  return [name, 'code' in answer ? answer : { texts: answer.records.map((record) => [record].flat().join('')) }];
}

/** Reads, or returns undefined where what was read is to blame that it cannot be. Throws `Unavailable` where the machine is. */
async function tryToRead<K extends keyof Readings>(
  reader: MailReader,
  kind: K,
  given: Readings[K]['given'],
  owner: string,
): Promise<Readings[K]['answer'] | undefined> {
  const answer: Readings[K]['answer'] | Unread = await reader.read(kind, given, owner);
  if (!isUnread(answer)) return answer;
  if (answer.unfinished === 'machine') throw new Unavailable(new Error(answer.unreadable));
  return undefined;
}

/** Checks the signatures of a mail. The process that reads it does not wait for DNS: keys are looked up here, between two readings. */
async function checkSignatures({ resolver, reader }: AuthenticationParts, { raw, owner }: ToAuthenticate): Promise<SignedMail | undefined> {
  const first = await tryToRead(reader, 'signatures', { raw, keys: new Map() }, owner);
  if (first === undefined || first.asked.length === 0) return first;
  const keys = new Map(await Promise.all(first.asked.map((name) => lookUpKey(resolver, name))));
  return tryToRead(reader, 'signatures', { raw, keys }, owner);
}

type Answers = ReadonlyMap<string, DnsAnswer>;

/** Runs a process until it needs no more DNS answers, supplying them; returns undefined if that takes too long or too many queries. */
async function settle<T extends { readonly asked: readonly DnsQuestion[] }>(
  resolver: MailResolver,
  read: (answers: Answers) => Promise<T | undefined>,
): Promise<T | undefined> {
  const answers = new Map<string, DnsAnswer>();
  let waitedMs = 0;
  while (answers.size <= MOST_QUESTIONS && waitedMs < LOOKUPS_MS) {
    const result = await read(answers);
    if (result === undefined || result.asked.length === 0) return result;
    const [begun, leftMs] = [systemClock.monotonic(), LOOKUPS_MS - waitedMs];
    await Promise.all(result.asked.map(async (question) => answers.set(questionKey(question), await lookUp(resolver, question, leftMs))));
    waitedMs += systemClock.monotonic() - begun;
  }
  return undefined;
}

async function checkSender({ resolver, reader }: AuthenticationParts, { envelopeFrom, client, owner }: ToAuthenticate) {
  if (client === null) return { verdict: 'none' as const, domains: [] };
  const { ip } = client;
  const helo = isIP(client.helo) === 0 ? client.helo : `[${client.helo}]`;
  const about = { envelopeFrom, ip, helo };
  const { result, domain } = (await settle(resolver, (answers) => tryToRead(reader, 'sender', { about, answers }, owner))) ?? UNSAID;
  return { verdict: spfVerdict(result), domains: result === 'pass' && domain !== '' ? [domain] : [] };
}

async function checkMail(parts: AuthenticationParts, mail: ToAuthenticate): Promise<Verdicts> {
  const { resolver, reader } = parts;
  const [sender, signed] = await Promise.all([checkSender(parts, mail), checkSignatures(parts, mail)]);
  if (signed === undefined || signed.headerFrom.length === 0) return { ...UNKNOWN, spf: sender.verdict };
  const { headerFrom, fromFields, signatures } = signed;
  const dkimDomains = signatures.filter(({ result }) => result === 'pass').map(({ domain }) => domain);
  const about = { headerFrom, fromFields, spfDomains: sender.domains, dkimDomains };
  const { result } = (await settle(resolver, (answers) => tryToRead(reader, 'policy', { about, answers }, mail.owner))) ?? UNSAID;
  return { spf: sender.verdict, dkim: dkimVerdict(signed), dmarc: toVerdict(result) };
}

/**
 * Checks SPF, DKIM and DMARC. It never refuses a mail: that is up to those who read it. What DNS does not say in time is `none`; where the
 * machine did not let the mail be read, it throws `Unavailable`.
 */
export async function authenticateMail(parts: AuthenticationParts, mail: ToAuthenticate): Promise<Verdicts> {
  try {
    return await checkMail(parts, mail);
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    return UNKNOWN;
  }
}
