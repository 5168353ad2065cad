import type { Occasion } from '../messages/index.ts';

/** Where the words of the reporter end and the mail that he sends back begins. */
const RETURNED =
  /^(?:[>\s]*-{2,}.*(?:original|copy|returned|unsent|header|below).*|.*original message (?:follows|headers?).*|(?:below is|included is) a copy of .*|message headers follow.*|return-path:.*|received: .*)$/im;
const AT_RCPT = /after RCPT|RCPT TO response|SMTP:RCPT|[<>]{2,3} RCPT TO|\[RCPT_TO\]|RCPT command|reply to RCPT/i;
const AT_DATA = /\(DATA\)|final DATA|after (?:end of )?DATA|SMTP command\s+DATA|reply to (?:end of )?DATA/i;
const REPLY_CODE = /(?:^|[^\d.:])([45]\d{2})(?=[ -](?!\d{4}))/;

/** What a reporter says in words, without what he sends back. */
export function ownWords(text: string): string {
  const plain = text.replaceAll('\r\n', '\n').trimStart();
  const returned = RETURNED.exec(plain);
  return returned === null || returned.index === 0 ? plain : plain.slice(0, returned.index);
}

/** When a server refused, as far as a report's words tell. */
export function occasionIn(words: string, unknown: Occasion): Occasion {
  if (AT_DATA.test(words)) return 'content';
  return AT_RCPT.test(words) ? 'rcpt' : unknown;
}

/** The first SMTP reply code of a text, null where there is none. */
export function replyCodeIn(text: string): number | null {
  const [, code] = REPLY_CODE.exec(text) ?? [];
  return code === undefined ? null : Number(code);
}
