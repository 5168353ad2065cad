import { isBlank } from '../../core/text/is-blank.ts';
import type { PartFields, StoredSource, Templates } from '../../templates/index.ts';
import type { Broadcast, Draft } from '../broadcast.ts';
import { textOfLiquid } from './text-of-liquid.ts';
import { findHtmlPlaces, withHtmlLink, withTextLink } from './unsubscribe-link.ts';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Converts one line. A mark that is not closed on its line is searched for once. */
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

/** Returns text as HTML and keeps its Liquid unchanged: the content of marks is code, and their output is escaped separately. */
const toHtml = (text: string) => text.split('\n').map(lineToHtml).join('\n');

/**
 * Returns the HTML parts of a broadcast's mail: one with an unsubscribe link, and one with the link and the preview text, which mailboxes
 * show beside the subject and the mail itself hides.
 */
async function toHtmlParts(html: string, previewText: string | null): Promise<{ linked: string; full: string }> {
  const places = await findHtmlPlaces(html);
  const linked = withHtmlLink(html, places);
  if (previewText === null || previewText === '') return { linked, full: linked };
  const hidden = `<div style="display:none;max-height:0;overflow:hidden">${toHtml(previewText)}</div>`;
  const toLinked = (at: number) => (at > (places.end ?? html.length) ? at + linked.length - html.length : at);
  const insert = (to: string, at: number, text: string) => to.slice(0, at) + text + to.slice(at);
  const full = places.starts.reduceRight((to, { at, before, after }) => insert(to, toLinked(at), before + hidden + after), linked);
  return { linked, full };
}

/** A blank HTML part would be shown instead of the text. */
const isGiven = (text: string | null): text is string => !isBlank(text);

/** Returns whether there is anything to send. */
export const hasBody = ({ bodyHtml: html, bodyText: text }: Draft): boolean => isGiven(html) || isGiven(text);

/** The fields of a broadcast that carry the parts of its mail. */
export const FIELDS: PartFields = { subject: 'subject', html: 'body_html', text: 'body_text' };

/** The same for a draft, whose text may be generated from its HTML. */
export const fieldsOf = ({ bodyText }: Pick<Draft, 'bodyText'>): PartFields => ({
  ...FIELDS,
  text: isGiven(bodyText) ? FIELDS.text : FIELDS.html,
});

/**
 * Returns the source of a broadcast's mail, which is rendered for each recipient. Each part has an unsubscribe link; a missing text is
 * generated from the HTML, once for all recipients.
 */
export async function sourceOf({ texts }: Templates, { tenantId, ...draft }: Broadcast): Promise<Omit<StoredSource, 'id'>> {
  const { subject, bodyHtml: html, bodyText: text, previewText } = draft;
  const parts = isGiven(html) ? await toHtmlParts(html, previewText) : null;
  const shownText = isGiven(text)
    ? text
    : parts === null
      ? null
      : await textOfLiquid(parts.linked, (shown) => texts.textOf(shown, tenantId));
  return { subject, html: parts === null ? null : parts.full, text: shownText === null ? null : await withTextLink(shownText) };
}
