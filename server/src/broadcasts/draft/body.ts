import { isBlank } from '../../core/text/is-blank.ts';
import type { PartFields, StoredSource } from '../../templates/index.ts';
import type { Draft } from '../broadcast.ts';
import { withPreviewText } from '../copies/preview-text.ts';

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

/** Returns HTML with the preview text that mailboxes show beside the subject, and that the mail itself hides. */
function withPreview(html: string, previewText: string | null): string {
  if (previewText === null || previewText === '') return html;
  return withPreviewText(html, `<div style="display:none;max-height:0;overflow:hidden">${toHtml(previewText)}</div>`);
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
 * Returns the source of a broadcast's mail. Each recipient's copy is rendered from it and then completed: with an unsubscribe link, with the
 * preview text, and with a text made of the HTML if there is none.
 */
export function sourceOf({ subject, bodyHtml: html, bodyText: text, previewText }: Draft): Omit<StoredSource, 'id'> {
  return { subject, html: isGiven(html) ? withPreview(html, previewText) : null, text: isGiven(text) ? text : null };
}
