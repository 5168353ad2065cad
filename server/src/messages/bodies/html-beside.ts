import { isBlank } from '../../core/text/is-blank.ts';

/** Returns the HTML part of a mail; null for a blank one beside a text, since mail programs would show it instead of the text. */
export const htmlBeside = (text: string | null, html: string | null): string | null => (text !== null && isBlank(html) ? null : html);
