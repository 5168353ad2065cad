/** Any character but white space, controls, and those that are there without being seen, such as U+200B or a Hangul filler (Unicode, Default_Ignorable_Code_Point). */
const SEEN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns whether a text has no visible character. So do null and undefined count. */
export const isBlank = (text: string | null | undefined): boolean => !SEEN.test(text ?? '');

/** Told of mail that has nothing to be seen. */
export const EMPTY_SUBJECT = 'The subject is empty.';
export const EMPTY_BODY = 'The mail is empty: one of html_body and text_body needs content.';
