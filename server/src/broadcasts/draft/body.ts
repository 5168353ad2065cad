import { isBlank } from '../../core/text/is-blank.ts';
import type { PartFields, StoredSource, Templates } from '../../templates/index.ts';
import type { Broadcast, Draft } from '../broadcast.ts';
import { withHtmlLink, withTextLink } from './unsubscribe-link.ts';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** One line. A mark that is not closed on it is looked for once. */
function lineToHtml(line: string): string {
  const unclosed = new Set<string>();
  let [html, from] = ['', 0];
  for (const { 0: mark, index } of line.matchAll(/\{[{%]/g)) {
    if (index < from || unclosed.has(mark)) continue;
    const close = line.indexOf(mark === '{{' ? '}}' : '%}', index + mark.length);
    if (close < 0) unclosed.add(mark);
    else {
      html += escaped(line.slice(from, index)) + line.slice(index, close + mark.length);
      from = close + mark.length;
    }
  }
  return html + escaped(line.slice(from));
}

/** Returns text as HTML, with Liquid as it is: what stands between its marks is code, and its output is escaped by itself. */
const toHtml = (text: string) => text.split('\n').map(lineToHtml).join('\n');

/** The content of a document begins after the first of these that it has: nothing may come before a doctype. */
const STARTS = [/<body\b/i, /<\/head\b/i, /<html\b/i, /<!doctype\b/i];

function endOfTag(html: string, form: RegExp): number | undefined {
  const start = form.exec(html)?.index;
  const end = start === undefined ? -1 : html.indexOf('>', start);
  return end < 0 ? undefined : end + 1;
}

/** Returns HTML with a text before everything else that mailboxes show beside the subject, and that is hidden in the mail itself. */
function withPreviewText(html: string, text: string | null): string {
  if (text === null || text === '') return html;
  const hidden = `<div style="display:none;max-height:0;overflow:hidden">${toHtml(text)}</div>`;
  const at = STARTS.map((form) => endOfTag(html, form)).find((end) => end !== undefined) ?? 0;
  return html.slice(0, at) + hidden + html.slice(at);
}

/** A blank HTML part would be shown, and nothing of the text. */
const isGiven = (text: string | null): text is string => !isBlank(text);

/** Returns whether there is anything to send. */
export const hasBody = ({ bodyHtml: html, bodyText: text }: Draft): boolean => isGiven(html) || isGiven(text);

/** The fields of a broadcast that carry the parts of its mail. */
export const FIELDS: PartFields = { subject: 'subject', html: 'body_html', text: 'body_text' };

/** The same for a draft, whose text may be made of its HTML. */
export const fieldsOf = ({ bodyText }: Pick<Draft, 'bodyText'>): PartFields => ({
  ...FIELDS,
  text: isGiven(bodyText) ? FIELDS.text : FIELDS.html,
});

/** Returns the source of a broadcast's mail, which is rendered for each recipient: each part has an unsubscribe link, and a text that is lacking is made of the HTML, once for all recipients. */
export async function sourceOf({ texts }: Templates, { tenantId, ...draft }: Broadcast): Promise<Omit<StoredSource, 'id'>> {
  const { subject, bodyHtml: html, bodyText: text, previewText } = draft;
  const linked = isGiven(html) ? withHtmlLink(html) : null;
  const shownText = isGiven(text) ? text : linked === null ? null : await texts.textOf(linked, tenantId);
  return {
    subject,
    html: linked === null ? null : withPreviewText(linked, previewText),
    text: shownText === null ? null : withTextLink(shownText),
  };
}
