/** What a place in HTML is in. A quoted attribute is one that readers see or follow as it is written; a tag, everything else between `<` and `>`. */
export type Surroundings = 'text' | 'comment' | 'quoted attribute' | 'tag';

const COMMENT = '<!--';
const COMMENT_END = '-->';
const [QUOTE, APOSTROPHE, GREATER] = [0x22, 0x27, 0x3e];
/** The tokenizer takes any other `<` for text. */
const STARTS_TAG = /[a-z/!?]/i;
/** Anywhere else a quote is part of a name, or of a value without quotes. */
const BEFORE_QUOTED = /=\s*$/;
const SHOWN_ATTRIBUTE = /\s(?:href|src|alt|title)\s*=\s*$/i;
/** UTF-16 units before a quote that its attribute is looked for in. */
const NAME_LENGTH = 20;

/** Follows HTML piece by piece, as the tokenizer reads it, but for scripts and styles, where a `<` may seem to begin a tag. */
export function followHtml() {
  let [place, quote, isShown]: [Surroundings, number, boolean] = ['text', 0, false];

  function passComment(html: string, from: number): number {
    const end = html.indexOf(COMMENT_END, from);
    place = end < 0 ? 'comment' : 'text';
    return end < 0 ? html.length : end + COMMENT_END.length;
  }

  function passQuote(html: string, at: number, sign: number): void {
    const before = html.slice(Math.max(at - NAME_LENGTH, 0), at);
    if (quote === sign) quote = 0;
    else if (quote === 0 && BEFORE_QUOTED.test(before)) [quote, isShown] = [sign, SHOWN_ATTRIBUTE.test(before)];
  }

  function passTag(html: string, from: number): number {
    for (let at = from; at < html.length; at += 1) {
      const sign = html.charCodeAt(at);
      if (sign === QUOTE || sign === APOSTROPHE) passQuote(html, at, sign);
      if (sign === GREATER && quote === 0) {
        place = 'text';
        return at + 1;
      }
    }
    return html.length;
  }

  function passText(html: string, from: number): number {
    const start = html.indexOf('<', from);
    if (start < 0) return html.length;
    // Its comment may be empty, as in `<!-->`.
    if (html.startsWith(COMMENT, start)) return passComment(html, start + 2);
    if (start + 1 === html.length || STARTS_TAG.test(html.charAt(start + 1))) [place, quote] = ['tag', 0];
    return start + 1;
  }

  return {
    pass(html: string): void {
      for (let at = 0; at < html.length; )
        at = place === 'text' ? passText(html, at) : place === 'comment' ? passComment(html, at) : passTag(html, at);
    },
    surroundings: (): Surroundings => (place === 'tag' && quote !== 0 && isShown ? 'quoted attribute' : place),
  };
}
