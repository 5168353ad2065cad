import type { MessageDetail } from '@posthorn/sdk';
import { Link } from '@tanstack/react-router';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Copyable } from '../../ui/copy.tsx';
import { legible, legibleAddress } from '../../ui/legible.ts';
import { Facts } from '../../ui/page.tsx';
import { Tag } from '../../ui/status.tsx';
import { Moment } from '../../ui/time.tsx';

export function EmailDetails({ message }: { readonly message: MessageDetail }) {
  const words = useWords();
  const format = useFormat();
  const { id: tenant } = useTenancy();
  const list = (addresses: readonly string[]) => legibleAddress(addresses.join(', '));
  const tags = Object.entries(message.tags);
  const facts = [
    [words.email.from, legibleAddress(message.from)],
    [words.emails.to, list(message.to)],
    ...(message.cc.length > 0 ? [[words.email.kinds.cc, list(message.cc)] as const] : []),
    ...(message.bcc.length > 0 ? [[words.email.kinds.bcc, list(message.bcc)] as const] : []),
    ...(message.reply_to.length > 0 ? [[words.email.replyTo, list(message.reply_to)] as const] : []),
    ...(message.scheduled_at === null ? [] : [[words.email.scheduledFor, <Moment key="at" at={message.scheduled_at} />] as const]),
    ...(message.template_alias === null
      ? []
      : [
          [
            words.email.template,
            <Link
              key="template"
              to="/$tenant/templates/$alias"
              params={{ tenant, alias: message.template_alias }}
              className="underline underline-offset-2"
            >
              {message.template_alias} · {words.template.version(message.template_version ?? 0)}
            </Link>,
          ] as const,
        ]),
    ...(tags.length === 0
      ? []
      : [
          [
            words.email.tags,
            <span key="tags" className="flex flex-wrap gap-1">
              {tags.map(([key, value]) => (
                <Link key={key} to="/$tenant/emails" params={{ tenant }} search={{ tag: key, value }} className="max-w-full">
                  <Tag>{legible(`${key}: ${value}`)}</Tag>
                </Link>
              ))}
            </span>,
          ] as const,
        ]),
    ...(message.attachments.length === 0
      ? []
      : [
          [
            words.email.attachments,
            <ul key="files">
              {message.attachments.map(({ filename, size }) => (
                <li key={filename}>
                  {legible(filename)} <span className="text-faint">{format.bytes(size)}</span>
                </li>
              ))}
            </ul>,
          ] as const,
        ]),
    [words.email.stream, `${words.streams[message.stream]}${message.test_mode ? ` · ${words.email.testMode}` : ''}`],
    [words.email.id, <Copyable key="id" text={message.id} label={words.email.id} />],
    ...(message.provider_message_id === null
      ? []
      : [[words.email.providerId, <Copyable key="pid" text={message.provider_message_id} label={words.email.providerId} />] as const]),
  ] as const;
  return <Facts facts={facts} />;
}
