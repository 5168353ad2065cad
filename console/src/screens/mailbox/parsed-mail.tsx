import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { contentOf, type Email } from '../../../../server/src/pages/shared/read-mail.js';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { legible } from '../../ui/legible.ts';
import { saveFile } from '../../ui/lists/save-file.ts';
import { MailContent } from '../../ui/mail/mail-content.tsx';
import { isImageType, type MailImage, placeImages } from '../../ui/mail/place-images.ts';

interface ParsedProps {
  readonly mail: Email;
}

/** Saves a file, never with the type that a mail declares: a page must not open as one of ours. */
export const saveBytes = (content: BlobPart, name: string) => saveFile(new Blob([content], { type: 'application/octet-stream' }), name);

/** The attachments of a mail that was parsed here. */
export function ParsedAttachments({ mail: { attachments } }: ParsedProps) {
  const words = useWords();
  const format = useFormat();
  return (
    <ul>
      {attachments.map((attachment, place) => {
        const name = legible(attachment.filename ?? words.inbound.unnamed);
        const content = contentOf(attachment);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and stay.
          <li key={place} className="flex items-center gap-2">
            <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
            <span className="text-faint">{format.bytes(content.byteLength)}</span>
            <IconButton icon={Download} label={words.inbound.download(name)} onClick={() => saveBytes(content, name)} />
          </li>
        );
      })}
    </ul>
  );
}

/** What is between `<` and `>`, as the service reads it. */
const bareIdOf = (contentId: string) => (/<([^<>]*)>/.exec(contentId)?.[1] ?? contentId).trim();

const imagesOf = ({ attachments }: Email): MailImage[] =>
  attachments.flatMap((attachment) =>
    attachment.contentId !== undefined && isImageType(attachment.mimeType)
      ? [
          {
            contentId: bareIdOf(attachment.contentId),
            type: attachment.mimeType,
            bytes: new Uint8Array(contentOf(attachment) as ArrayBuffer),
          },
        ]
      : [],
  );

interface ParsedContentProps {
  /** Undefined if it cannot be parsed. */
  readonly mail: Email | undefined;
  readonly source: string;
}

/** The content of a mail that was parsed here. */
export function ParsedContent({ mail, source }: ParsedContentProps) {
  const html = useMemo(() => (mail === undefined ? null : placeImages(mail.html ?? '', imagesOf(mail))), [mail]);
  const headers = mail?.headers.map(({ originalKey, value }) => `${originalKey}: ${value}`) ?? [];
  return <MailContent subject={mail?.subject ?? ''} html={html} text={mail?.text} headers={headers} source={source} />;
}
