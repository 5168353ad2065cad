import { isUtf8 } from 'node:buffer';
import type { Attachment, Email } from 'postal-mime';
import { cutText } from '../core/text/characters.ts';
import { toStorable } from '../core/text/storable.ts';
import { contentOf, MOST_NAME, mediaTypeOf } from './attachments.ts';

export interface SubmittedAttachment {
  readonly filename: string;
  /** Media type, with the parameters that matter. */
  readonly contentType: string;
  /** The id by which the HTML shows it. */
  readonly contentId: string | null;
  /** Base64. */
  readonly content: string;
}

const CONTENT_ID = /^[\w.@+-]{1,255}$/;
/** The most attachments that are searched for in the HTML; a mail with more is refused. */
const MOST_SHOWN = 20;
const NAMES: Readonly<Record<string, string>> = {
  'message/rfc822': 'message.eml',
  'text/calendar': 'invite.ics',
  'text/html': 'page.html',
};

function filenameOf({ filename, mimeType }: Attachment, place: number): string {
  const given = toStorable(filename ?? '').replaceAll(/[/\\\u0000-\u001f\u007f-\u009f]/g, '_');
  return given === '' ? (NAMES[mimeType] ?? `attachment-${place + 1}`) : cutText(given, MOST_NAME);
}

/** Derives the two parameters of the media type that mail programs need, since the parser drops them. */
function typeOf(attachment: Attachment, content: Buffer): string {
  const { mimeType, method } = attachment;
  if (mediaTypeOf(attachment) !== mimeType) return mediaTypeOf(attachment);
  const charset = mimeType.startsWith('text/') && isUtf8(content) ? '; charset=utf-8' : '';
  return method !== undefined && /^[\w-]{1,30}$/.test(method) ? `${mimeType}${charset}; method=${method}` : `${mimeType}${charset}`;
}

/** HTML whose images have valid content ids. */
export interface ShownHtml {
  readonly html: string;
  /** By the position of the attachment. */
  readonly contentIds: ReadonlyMap<number, string>;
}

/** Finds which attachments the HTML shows; an invalid content id is replaced in both. */
export function findShown(given: string, attachments: readonly Attachment[]): ShownHtml {
  const contentIds = new Map<number, string>();
  let html = given;
  for (const [place, { contentId = '' }] of attachments.slice(0, MOST_SHOWN).entries()) {
    const id = contentId.replaceAll(/[<>\s]/g, '');
    const named = [id, encodeURIComponent(id.toWellFormed())].filter((name) => name !== '' && html.includes(`cid:${name}`));
    if (named.length === 0) continue;
    const kept = CONTENT_ID.test(id) ? id : `part${place + 1}@posthorn`;
    if (kept !== id) for (const name of named) html = html.replaceAll(`cid:${name}`, `cid:${kept}`);
    contentIds.set(place, kept);
  }
  return { html, contentIds };
}

/** Returns the attachments of a mail; `contentIds`: those of the attachments that the HTML shows, by position. */
export function readAttachments(email: Email, contentIds: ShownHtml['contentIds']): SubmittedAttachment[] {
  return email.attachments.map((attachment, place) => {
    const content = contentOf(attachment);
    const [filename, contentType] = [filenameOf(attachment, place), typeOf(attachment, content)];
    return { filename, contentType, contentId: contentIds.get(place) ?? null, content: content.toString('base64') };
  });
}
