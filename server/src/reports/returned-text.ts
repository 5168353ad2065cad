import { replyAt } from '../refusals/classify-refusal.ts';
import type { Phase } from '../refusals/refusal-words.ts';

const MOST_LENGTH = 32 * 1024;
const MOST_LINES = 500;
const MOST_LINE = 1000;
const MOST_ADDRESSES = 100;

/** Lines with which reporters introduce the returned mail, in lower case. */
const RULED_OFF = ['original', 'copy', 'returned', 'unsent', 'header', 'below'];
const ANNOUNCED = ['original message follows', 'original message header', 'message headers follow', 'is a copy of'];
const FIRST_HEADERS = ['return-path:', 'received:', 'original message:'];

const AT_MAIL =
  /after (?:pipelined )?(?:MAIL FROM|HELO|EHLO|initial connection)|reply to (?:MAIL FROM|HELO|EHLO|initial)|sender was rejected|SMTP:MAIL|MAIL FROM response|our (?:MAIL FROM|EHLO|HELO)|[<>]{2,3} MAIL FROM/i;
const AT_DATA =
  /\(DATA\)|final DATA|after (?:pipelined )?(?:end of )?DATA|SMTP command\s+DATA|reply to (?:end of )?DATA|our (?:final )?DATA|DATA response/i;
const AT_RCPT =
  /after (?:pipelined )?RCPT|RCPT TO response|SMTP:RCPT|[<>]{2,3} RCPT TO|\[RCPT_TO\]|RCPT command|SMTP:RCPT|reply to RCPT|our RCPT TO|does not like recipient|rejected recipient/i;

const ADDRESS = /^[<"'(*[]{0,3}([^\s<>()[\]:;,"'@]{1,64}@[\w.-]{1,255})/;
/** Text that may precede the address at the start of a section about it. */
const BEFORE_ADDRESS = /^(?:[*>-] {1,9}|(?:final |failed )?recipient(?: address)?: |addressed to: )/i;
const CODE_BEFORE_ADDRESS = /^[45]\d\d (?:[45]\.\d{1,3}\.\d{1,3} )?(?=<)/;
/** Headers of the mail that some reporters repeat in their words. */
const REPEATED_HEADER = /^(?:subject|date|sent|message-id):/i;
const QUOTED = /^(?:> ){1,3}/;
/** How Zoho names codes. */
const NAMED_CODE = /,? ?ERROR_CODE :/g;
const RULE = /^-{5}/;

/** Whether a line begins the mail that is sent back. */
function beginsReturned(line: string): boolean {
  const plain = line.replace(/^[>\s]{1,20}/, '').toLowerCase();
  if (plain.startsWith('--')) return RULED_OFF.some((word) => plain.includes(word));
  return ANNOUNCED.some((words) => plain.includes(words)) || FIRST_HEADERS.some((name) => plain.startsWith(name));
}

/** Returns the prose of a report, line by line, without the returned mail. */
export function ownLines(text: string): string[] {
  const lines = text.slice(0, MOST_LENGTH).trimStart().split('\n', MOST_LINES);
  const end = lines.findIndex((line, at) => at > 0 && beginsReturned(line.slice(0, MOST_LINE)));
  return lines
    .slice(0, end === -1 ? undefined : end)
    .map((line) => line.slice(0, MOST_LINE).replace(QUOTED, '').replaceAll(NAMED_CODE, ' ').trim())
    .filter((line) => !REPEATED_HEADER.test(line));
}

/** The address that a line begins with, in lower case. */
function headOf(line: string, before: RegExp): string | undefined {
  const [, address] = ADDRESS.exec(line.replace(before, '')) ?? [];
  return address?.toLowerCase().replace(/[.-]{1,9}$/, '');
}

/** Returns the text below and beside each address: the words of a report by recipient. */
export function sectionsOf(lines: readonly string[]): Map<string, string> {
  const sections = new Map<string, string>();
  let current: string | undefined;
  for (const line of lines) {
    const head = headOf(line, BEFORE_ADDRESS);
    // A line of a transcript is one by itself.
    const quoted = current === undefined ? headOf(line, CODE_BEFORE_ADDRESS) : undefined;
    if (head !== undefined) current = head;
    else if (RULE.test(line)) current = undefined;
    const about = current ?? quoted;
    if (about !== undefined && (sections.has(about) || sections.size < MOST_ADDRESSES))
      sections.set(about, `${sections.get(about) ?? ''} ${line}`.trim());
  }
  return sections;
}

/** Addresses anywhere in a text, in lower case. */
export function addressesIn(lines: readonly string[]): string[] {
  const tokens = lines.flatMap((line) => line.split(/[\s<>()[\]:;,"']/)).filter((token) => token.includes('@'));
  return [...new Set(tokens.flatMap((token) => headOf(token, BEFORE_ADDRESS) ?? []))].slice(0, MOST_ADDRESSES);
}

/** When a server refused, as far as a report's words tell. */
export function phaseIn(words: string): Phase {
  if (AT_MAIL.test(words)) return 'mail';
  if (AT_DATA.test(words)) return 'data';
  return AT_RCPT.test(words) ? 'rcpt' : 'unknown';
}

/** The reply that a reporter quotes, from its code on; all he says where there is none. */
export function quotedReply(words: string): string {
  const at = replyAt(words);
  if (at === -1) return words;
  const end = words[at - 1] === '[' ? words.indexOf(']', at) : -1;
  return words.slice(at, end === -1 ? undefined : end);
}
