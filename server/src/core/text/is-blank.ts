/** White space, controls, and what is there without being seen, such as U+200B or a Hangul filler (Unicode, Default_Ignorable_Code_Point). */
const SEEN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns whether nothing of a text is to be seen, such as of one that is not there. */
export const isBlank = (text: string | null | undefined): boolean => !SEEN.test(text ?? '');
