/** Comments around the preview text, which is at the end of a source until it is known where a reader's copy begins. */
const START = '<!--posthorn:preview-->';
const END = '<!--/posthorn:preview-->';

/** Returns a source with a preview text, as HTML, for `takePreviewText`. */
export const withPreviewText = (html: string, preview: string): string => `${html}${START}${preview}${END}`;

/** Takes the preview text out of filled-in HTML; empty if it has none. */
export function takePreviewText(html: string): { readonly rest: string; readonly preview: string } {
  const start = html.endsWith(END) ? html.lastIndexOf(START) : -1;
  if (start < 0) return { rest: html, preview: '' };
  return { rest: html.slice(0, start), preview: html.slice(start + START.length, -END.length) };
}
