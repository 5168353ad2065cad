import { contentOf, type Email } from '../../../../server/src/pages/shared/read-mail.js';

/** Bytes converted at once: some browsers do not accept more arguments. */
const PART = 8192;

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += PART) binary += String.fromCharCode(...bytes.subarray(at, at + PART));
  return btoa(binary);
}

const bytesOf = (attachment: Email['attachments'][number]) => new Uint8Array(contentOf(attachment) as ArrayBuffer);

/** Replaces `cid:` URLs (RFC 2392) with the images that a mail contains. */
export function placeImages({ html = '', attachments }: Pick<Email, 'html' | 'attachments'>): string {
  const images = new Map(
    attachments.flatMap((attachment) =>
      attachment.contentId !== undefined && attachment.mimeType.startsWith('image/')
        ? [[attachment.contentId.replace(/^<|>$/g, ''), attachment] as const]
        : [],
    ),
  );
  if (images.size === 0) return html;
  return html.replaceAll(/(\ssrc\s*=\s*["']?)cid:([^"'\s>]{1,998})/gi, (whole, before: string, id: string) => {
    const image = images.get(id);
    return image === undefined ? whole : `${before}data:${image.mimeType};base64,${toBase64(bytesOf(image))}`;
  });
}
