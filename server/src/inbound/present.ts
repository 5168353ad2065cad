import { isUtf8 } from 'node:buffer';
import type { InboundMail, InboundMailDetail } from '@posthorn/contract';
import type { ReadMail } from '../mail-reader/read-task.ts';
import { presentRaw } from '../mime/present-raw.ts';
import type { LoggedMail } from './logged-mail.ts';

export const presentInbound = (mail: LoggedMail): InboundMail => ({
  id: mail.id,
  from_addr: mail.fromAddress,
  from_name: mail.fromName,
  envelope_from: mail.envelopeFrom,
  to_addrs: [...mail.to],
  rcpt_addr: mail.recipients[0] ?? '',
  rcpt_addrs: [...mail.recipients],
  subject: mail.subject,
  message_id_header: mail.messageId,
  in_reply_to: mail.inReplyTo,
  size: mail.size,
  spam_score: null,
  spf: mail.spf,
  dkim: mail.dkim,
  dmarc: mail.dmarc,
  attachments: mail.attachments.map(({ filename, contentType, contentId, size }, index) => ({
    ...{ index, filename, content_type: contentType, size },
    ...(contentId === undefined ? {} : { content_id: contentId }),
  })),
  unreadable: mail.unreadable,
  created_at: mail.createdAt,
});

/** Presents a page, given one mail more than it holds where there are more. */
export function presentPage(mails: readonly LoggedMail[], limit: number) {
  const page = mails.slice(0, limit);
  return { data: page.map(presentInbound), next_cursor: mails.length > limit ? (page.at(-1)?.createdAt ?? null) : null };
}

/** A mail with its source and its content. */
export interface SourcedMail {
  readonly raw: Buffer;
  /** Undefined where it cannot be read. */
  readonly parsed: ReadMail | undefined;
}

const NO_SOURCE = { cc: [], bcc: [], reply_to: [], headers: [], text_body: null, html_body: null, raw: null, raw_encoding: null };

const presentContent = ({ cc, bcc, replyTo, headers, text, html }: ReadMail) => ({
  ...{ cc: [...cc], bcc: [...bcc], reply_to: [...replyTo] },
  ...{ headers: [...headers], text_body: text, html_body: html },
});

/** Returns the beginning of a text without a character that was cut in two, at most 3 bytes less; as it is, where it is not UTF-8. */
export function toWholeCharacters(beginning: Buffer): Buffer {
  const shorter = [0, 1, 2, 3].map((less) => beginning.subarray(0, Math.max(0, beginning.length - less)));
  return shorter.find((bytes) => isUtf8(bytes)) ?? beginning;
}

export function presentDetail(mail: LoggedMail, source: SourcedMail | undefined): InboundMailDetail {
  if (source === undefined) return { ...presentInbound(mail), ...NO_SOURCE };
  const { raw, parsed } = source;
  return { ...presentInbound(mail), ...NO_SOURCE, ...(parsed && presentContent(parsed)), ...presentRaw(raw) };
}
