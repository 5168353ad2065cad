import { containsPhrase, linksOf, toPhrase, wordsOf } from '../core/text/phrases.ts';
import { type BounceClass, FULL, MEANINGS, type Meaning, type Phase } from './refusal-words.ts';

export interface Refusal {
  /** SMTP reply code; null if there is none. */
  readonly code: number | null;
  /** Enhanced status code (RFC 3463); null if there is none. */
  readonly enhanced: string | null;
  readonly phase: Phase;
  /** The text of the server's reply. */
  readonly text: string;
}

/** The address does not exist: RFC 3463, RFC 7505 (1.10), and 1.351 of Microsoft 365. */
const CODES_OF_THE_ADDRESS = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.1.351', '5.4.4', '5.4.310']);
/** Permanent codes of conditions that may pass: an existing mailbox, a full system, an unreachable network. */
const PASSING = /^5\.(?:2\.[0124]|3\.[12]|4\.\d+)$/;
/** Some servers repeat the address first: `550 5.1.1 <a@b.c>: `. */
const REPEATS_ADDRESS = /^\s{0,9}[45]\d\d[ :-]{1,2}(?:#?5\.\d{1,3}\.\d{1,3} )?<[^<>@\s]{1,64}@[^<>@\s]{1,255}>[:.,]/;
/** Permanent codes that do not concern the existence of the address: about an existing mailbox, or a policy. */
const SAYS_OTHERWISE = /^5\.(?:2\.\d|7\.\d{1,3})$/;
const LISTS = toPhrase('(spamhaus|spamcop|sorbs|barracudacentral|cloudmark|senderbase|uribl|surbl|invaluement|abuseat|dnsbl|rbl|bl)');

const phrases = new Map(MEANINGS.map((meaning) => [meaning, meaning.words.map(toPhrase)]));
const phrasesOf = (meaning: Meaning) => phrases.get(meaning) ?? [];

function isMeant({ phases, codes }: Meaning, { code, enhanced, phase, text }: Refusal): boolean {
  if (codes !== undefined && !codes.includes(enhanced ?? '')) return false;
  if (phases === undefined || CODES_OF_THE_ADDRESS.has(enhanced ?? '')) return true;
  if (phase !== 'unknown') return phases.includes(phase);
  const asked = REPEATS_ADDRESS.test(text) && !SAYS_OTHERWISE.test(enhanced ?? '');
  return asked ? phases.includes('rcpt') : phases.includes('unknown') && code !== null && enhanced !== null;
}

/** Returns the meaning of the words of a refusal. */
function findMeaning(refusal: Refusal): Meaning | undefined {
  const words = wordsOf(refusal.text);
  return MEANINGS.find((meaning) => isMeant(meaning, refusal) && phrasesOf(meaning).some((phrase) => containsPhrase(words, phrase)));
}

/** Returns whether a text says that the mailbox is full. */
export function isAboutFullMailbox(text: string): boolean {
  const words = wordsOf(text);
  return phrasesOf(FULL).some((phrase) => containsPhrase(words, phrase));
}

function classOfCodes({ code, enhanced }: Refusal): BounceClass {
  if (CODES_OF_THE_ADDRESS.has(enhanced ?? '')) return 'hard';
  if (PASSING.test(enhanced ?? '')) return 'soft';
  return code === null && enhanced === null ? 'soft' : 'policy';
}

const isTransient = ({ code, enhanced }: Refusal) => (enhanced?.startsWith('4.') ?? false) || (code !== null && code < 500);

/**
 * Decides from everything in a refusal (RFC 5321, RFC 3463) whether the address is dead: by the meaning of its words, and without one by
 * its codes. In doubt it is not: a suppression blocks all later mail.
 */
export function classifyRefusal(refusal: Refusal): BounceClass {
  if (isTransient(refusal)) return 'soft';
  if (containsPhrase(linksOf(refusal.text), LISTS)) return 'policy';
  const found = findMeaning(refusal)?.class ?? classOfCodes(refusal);
  // A server that has not been told the recipient cannot judge it.
  return found === 'hard' && refusal.phase === 'mail' ? 'policy' : found;
}

const AFTER_REPLY_CODE = /(?<![\d.])[45]\d\d[- ][ '"(#[]{0,3}([45]\.\d{1,3}\.\d{1,3})(?!\d|\.\d)/;
const ENHANCED_CODE = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\d|\.\d)/g;
const REPLY_CODE = /(?:^|[^\d.:])([45]\d{2})(?=$|: |[ -](?!\d{4}))/;
const MOST_LENGTH = 4000;

/** Returns the enhanced code of a reply: the one after its reply code, otherwise the first that has a detail, otherwise the first. */
export function enhancedCodeIn(text: string): string | null {
  const read = text.slice(0, MOST_LENGTH);
  const [, own] = AFTER_REPLY_CODE.exec(read) ?? [];
  if (own !== undefined) return own;
  const all = read.match(ENHANCED_CODE) ?? [];
  return all.find((code) => !code.endsWith('.0')) ?? all[0] ?? null;
}

/** Returns where the first SMTP reply code of a text begins; -1 if there is none. */
export function replyAt(text: string): number {
  const found = REPLY_CODE.exec(text.slice(0, MOST_LENGTH));
  return found === null ? -1 : found.index + found[0].length - 3;
}

/** Returns the first SMTP reply code of a text; null if there is none. */
export function replyCodeIn(text: string): number | null {
  const [, code] = REPLY_CODE.exec(text.slice(0, MOST_LENGTH)) ?? [];
  return code === undefined ? null : Number(code);
}
