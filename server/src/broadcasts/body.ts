import { htmlToText } from '../email/index.ts';
import type { StoredSource } from '../templates/index.ts';
import type { Draft } from './check-draft.ts';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const LIQUID = /(\{\{.*?\}\}|\{%.*?%\})/;
/** Text to HTML, Liquid as it is: what stands between its marks is code, and what it puts out is escaped by itself. */
const toHtml = (text: string) =>
  text
    .split(LIQUID)
    .map((part, place) => (place % 2 === 1 ? part : escaped(part)))
    .join('');

/** After one of these, the first there is, the document's content begins: before a doctype nothing may stand. */
const STARTS = [/<body\b[^>]*>/i, /<\/head\s*>/i, /<html\b[^>]*>/i, /<!doctype\b[^>]*>/i];

/** What mailboxes show beside the subject, before everything else and unseen in the mail itself. */
function withPreviewText(html: string, text: string | null): string {
  if (text === null || text === '') return html;
  const hidden = `<div style="display:none;max-height:0;overflow:hidden">${toHtml(text)}</div>`;
  const start = STARTS.map((form) => form.exec(html)).find((found) => found !== null);
  const at = start === undefined ? 0 : start.index + start[0].length;
  return html.slice(0, at) + hidden + html.slice(at);
}

const isGiven = (text: string | null): text is string => text !== null && text !== '';

/** Whether there is anything to send. */
export const hasBody = ({ body_html: html, body_text: text }: Draft): boolean => isGiven(html) || isGiven(text);

/** The parts of the mail as they are filled in; the text is made of the HTML once for all recipients. */
export function sourceOf({ subject, body_html: html, body_text: text, preview_text: previewText }: Draft): Omit<StoredSource, 'id'> {
  const shownHtml = isGiven(html) ? withPreviewText(html, previewText) : null;
  const shownText = isGiven(text) ? text : shownHtml === null ? null : htmlToText(html ?? '');
  return { subject, html: shownHtml, text: shownText };
}
