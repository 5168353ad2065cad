import type { InboundMailDetail } from '@posthorn/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { describeFailure } from '../../api/failures.ts';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legible, legibleAddress } from '../../ui/legible.ts';
import { saveFile } from '../../ui/lists/save-file.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { MailContent } from '../../ui/mail/mail-content.tsx';
import { placeImages } from '../../ui/mail/place-images.ts';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { Failure } from '../../ui/states.tsx';
import { Status, type Tone } from '../../ui/status.tsx';
import { Moment } from '../../ui/time.tsx';
import { useInlineImages } from './use-inline-images.ts';

const TONES: Readonly<Record<InboundMailDetail['spf'], Tone>> = { pass: 'good', fail: 'error', none: 'idle' };

interface MailProps {
  readonly mail: InboundMailDetail;
}

function Checks({ mail }: MailProps) {
  const words = useWords();
  return (
    <span className="flex flex-wrap gap-x-5">
      {(['spf', 'dkim', 'dmarc'] as const).map((name) => (
        <Status key={name} state={name} tone={TONES[mail[name]]} label={`${name.toUpperCase()} ${words.verdicts[mail[name]]}`} />
      ))}
    </span>
  );
}

function Attachments({ mail }: MailProps) {
  const words = useWords();
  const format = useFormat();
  const { posthorn } = useTenancy();
  const download = useAction(async (index: number, name: string) => {
    const file = await posthorn.inbound.getAttachment(mail.id, index);
    saveFile(await file.blob(), name);
  });
  return (
    <>
      <ul>
        {mail.attachments.map(({ index, filename, size }) => {
          const name = legible(filename ?? words.inbound.unnamed);
          return (
            <li key={index} className="flex items-center gap-2">
              <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
              <span className="text-faint">{format.bytes(size)}</span>
              <IconButton icon={Download} label={words.inbound.download(name)} onClick={() => void download.run(index, name)} />
            </li>
          );
        })}
      </ul>
      {download.failure !== undefined && <Failure>{describeFailure(download.failure, words)}</Failure>}
    </>
  );
}

function Content({ mail }: MailProps) {
  const { html_body: html, text_body: text, raw, headers, subject } = mail;
  const images = useInlineImages(mail);
  const shown = useMemo(() => (html === null ? null : placeImages(html, images)), [html, images]);
  const lines = headers.map(({ name, value }) => `${name}: ${value}`);
  return <MailContent subject={subject} html={shown} text={text} headers={lines} source={raw} />;
}

export function InboundMailScreen() {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ queryKey: ['inbound-mail', tenant, id], queryFn: ({ signal }) => posthorn.inbound.get(id, { signal }) });
  const subject = legible(query.data?.subject ?? '');
  return (
    <Page
      title={subject === '' ? words.inbound.mail : subject}
      back={{ link: { to: '/$tenant/inbound', params: { tenant } }, label: words.places.inbound }}
    >
      <Loaded query={query}>
        {(mail) => (
          <>
            <Facts
              facts={[
                [words.inbound.from, legibleAddress(mail.from_name === null ? mail.from_addr : `${mail.from_name} <${mail.from_addr}>`)],
                [words.inbound.to, legibleAddress(mail.rcpt_addrs.join(', '))],
                ...(mail.cc.length === 0 ? [] : [[words.email.kinds.cc, legibleAddress(mail.cc.join(', '))] as const]),
                ...(mail.reply_to.length === 0 ? [] : [[words.email.replyTo, legibleAddress(mail.reply_to.join(', '))] as const]),
                [words.common.time, <Moment key="t" at={mail.created_at} />],
                [words.inbound.checks, <Checks key="c" mail={mail} />],
                ...(mail.unreadable === null ? [] : [[words.inbound.unreadable, legible(mail.unreadable)] as const]),
                ...(mail.attachments.length === 0 ? [] : [[words.email.attachments, <Attachments key="a" mail={mail} />] as const]),
                [words.email.id, <Copyable key="i" text={mail.id} label={words.email.id} />],
              ]}
            />
            <Section title={words.email.content}>
              <Content mail={mail} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}
