export const htmlLink = (to: string): string =>
  `<p style="margin:24px 0 0;font:12px sans-serif;color:#6b7280"><a href="${to}" style="color:#6b7280">Unsubscribe</a></p>`;

/** Below the mark of a signature (RFC 3676, section 4.3). */
const textWithLink = (text: string, to: string) => `${text}${text.endsWith('\n') ? '' : '\n'}\n-- \nUnsubscribe: ${to}\n`;

/** Returns the forms in which a filled-in part names an address: as it is, and as the value of a query. */
export const formsOf = (url: string): readonly string[] => [...new Set([url, encodeURIComponent(url)])];

/** Returns whether a filled-in part names an address. */
export const names = (part: string, url: string): boolean => formsOf(url).some((form) => part.includes(form));

/** Returns text with a link at its end if it names it nowhere. */
export const withTextLink = (text: string, url: string): string => (names(text, url) ? text : textWithLink(text, url));

/** Returns the ascending offsets at which any of some words stand. */
export function offsetsOf(html: string, words: readonly string[]): number[] {
  const offsets: number[] = [];
  for (const word of words) for (let at = html.indexOf(word); at >= 0; at = html.indexOf(word, at + word.length)) offsets.push(at);
  return offsets.sort((left, right) => left - right);
}
