import { isBlank } from '../../core/text/is-blank.ts';

/** Returns the HTML part that a mail has beside a text: readers show it where there is one, and nothing of the text, so that a blank one is none. */
export const htmlBeside = (text: string | null, html: string | null): string | null => (text !== null && isBlank(html) ? null : html);
