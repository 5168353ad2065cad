/** What a body asks for where its writer has thought of unsubscribing. */
const VARIABLE = 'unsubscribe_url';

const HTML_LINK = `<p style="margin:24px 0 0;font:12px sans-serif;color:#6b7280"><a href="{{ ${VARIABLE} }}" style="color:#6b7280">Unsubscribe</a></p>`;
const TEXT_LINK = `Unsubscribe: {{ ${VARIABLE} }}`;

/** Returns whether a body has a link to unsubscribe by. */
export const hasUnsubscribeLink = (source: string): boolean => source.includes(VARIABLE);

/** Returns where the content of a document ends: before the last of its closing tags, or at its end. */
function endOfContent(html: string): number {
  let end = html.length;
  for (const { index } of html.matchAll(/<\/body\b/gi)) end = index;
  if (end < html.length) return end;
  for (const { index } of html.matchAll(/<\/html\b/gi)) end = index;
  return end;
}

/** Returns HTML that has a link to unsubscribe by: at its end, where it has none of its own. */
export function withHtmlLink(html: string): string {
  if (hasUnsubscribeLink(html)) return html;
  const end = endOfContent(html);
  return html.slice(0, end) + HTML_LINK + html.slice(end);
}

/** Returns plain text that has a link to unsubscribe by: where it has none of its own, below the mark of a signature (RFC 3676, section 4.3). */
export const withTextLink = (text: string): string =>
  hasUnsubscribeLink(text) ? text : `${text}${text.endsWith('\n') ? '' : '\n'}\n-- \n${TEXT_LINK}\n`;
