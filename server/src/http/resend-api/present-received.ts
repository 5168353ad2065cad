import type { InboundMail, InboundMailDetail } from '@posthorn/contract';
import { HOUR_MS } from '../../core/durations.ts';
import { formatAddress } from '../../core/email-address.ts';

type Attachment = InboundMail['attachments'][number];

const isoOf = (at: number) => new Date(at).toISOString();

/** An attachment in the answer of its mail. */
const presentNote = ({ index, filename, size, content_type, content_id }: Attachment) => ({
  ...{ id: String(index), filename, size, content_type },
  content_id: content_id ?? null,
  content_disposition: null,
});

const presentMail = ({ id, to_addrs: to, from_addr: address, from_name: name, subject, created_at, ...mail }: InboundMail) => ({
  ...{ id, to, from: formatAddress({ address, name }), subject },
  created_at: isoOf(created_at),
  message_id: mail.message_id_header ?? '',
  received_for: mail.rcpt_addrs,
  attachments: mail.attachments.map(presentNote),
});

/** A mail in a list: its other addresses are in its source, which is not read for a list. */
export const presentListedMail = (mail: InboundMail) => ({ ...presentMail(mail), cc: null, bcc: null, reply_to: null });

/** The values by name in lower case; of several headers with the same name the uppermost. */
const headersOf = ({ headers }: InboundMailDetail) =>
  new Map(headers.map(({ name, value }) => [name.toLowerCase(), value] as const).toReversed());

export function presentReceived(mail: InboundMailDetail) {
  const { cc, bcc, reply_to, html_body: html, text_body: text } = mail;
  return {
    object: 'email',
    ...presentMail(mail),
    ...{ cc, bcc, reply_to, html, text },
    ...{ headers: Object.fromEntries(headersOf(mail)), html_format: 'cid', raw: null },
  };
}

/** An attachment with the place to download it, which needs the key; it does not change, but clients expect a time. */
export const presentAttachment = (mailId: string, { baseUrl, now }: { baseUrl: string; now: number }) => {
  const expires = isoOf(now + HOUR_MS);
  return ({ index, filename, size, content_type, content_id }: Attachment) => ({
    ...{ id: String(index), filename, size, content_type },
    ...(content_id === undefined ? {} : { content_id }),
    content_disposition: content_id === undefined ? 'attachment' : 'inline',
    download_url: `${baseUrl}/v1/inbound/${mailId}/attachments/${index}`,
    expires_at: expires,
  });
};
