import { type DnsAnswer, resolveFrom } from './known-answers.ts';

type Answers = ReadonlyMap<string, DnsAnswer>;

/** The client that submitted a mail, and the sender it gave. */
export interface MailSender {
  readonly envelopeFrom: string;
  readonly ip: string;
  readonly helo: string;
}

/** The SPF result for a sender; `result` in the terms of RFC 8601, `domain`: the domain that was checked. */
export interface ReadSender {
  readonly result: string;
  readonly domain: string;
}

/** The From domain of a mail, the number of its From headers, and the domains that authenticated it. */
export interface MailPolicy {
  readonly headerFrom: readonly string[];
  readonly fromFields: number;
  readonly spfDomains: readonly string[];
  readonly dkimDomains: readonly string[];
}

/** The DMARC result for a mail, in the terms of RFC 8601. */
export interface ReadPolicy {
  readonly result: string;
}

/** Evaluates SPF with the known records. Records written by others may take arbitrarily long to evaluate: not for the main process. */
export async function readSender({ envelopeFrom, ip, helo }: MailSender, answers: Answers) {
  const { resolve, asked } = resolveFrom(answers);
  const { spf } = await import('mailauth');
  const { status, domain } = await spf({ sender: envelopeFrom, ip, helo, resolver: resolve });
  return { result: status.result, domain, asked: asked() };
}

async function checkPolicy(
  { headerFrom, fromFields, spfDomains, dkimDomains }: MailPolicy,
  resolver: ReturnType<typeof resolveFrom>['resolve'],
) {
  const { dmarc } = await import('mailauth');
  const signers = dkimDomains.map((domain) => ({ domain }));
  const policy = await dmarc({ headerFrom: [...headerFrom], fromFields, spfDomains: [...spfDomains], dkimDomains: signers, resolver });
  return policy === false ? 'none' : policy.status.result;
}

/** Evaluates the DMARC policy of the From domain with the known records. */
export async function readPolicy(about: MailPolicy, answers: Answers) {
  const { resolve, asked } = resolveFrom(answers);
  const result = await checkPolicy(about, resolve).catch(() => 'temperror');
  return { result, asked: asked() };
}
