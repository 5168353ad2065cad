import type { Occasion } from '../messages/index.ts';

/** Where the words of the reporter end and the mail that he sends back begins. */
const RETURNED =
  /original message (?:follows|header)|^(?:(?:below is|included is) a copy of |message headers follow|return-path:|received: )/i;
const RULE = /^[>\s]*--/;
const NAMES_RETURNED = /original|copy|returned|unsent|header|below/i;
const AT_RCPT = /after RCPT|RCPT TO response|SMTP:RCPT|[<>]{2,3} RCPT TO|\[RCPT_TO\]|RCPT command|reply to RCPT/i;
const AT_DATA = /\(DATA\)|final DATA|after (?:end of )?DATA|SMTP command\s+DATA|reply to (?:end of )?DATA/i;
const REPLY_CODE = /(?:^|[^\d.:])([45]\d{2})(?=[ -](?!\d{4}))/;

/** What a reporter says in words, without what he sends back. */
export function ownWords(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').trimStart().split('\n');
  const returned = lines.findIndex((line) => RETURNED.test(line) || (RULE.test(line) && NAMES_RETURNED.test(line)));
  return lines.slice(0, returned > 0 ? returned : lines.length).join('\n');
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
