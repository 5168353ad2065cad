import { VISIBLE } from '@posthorn/contract';

/** Returns whether a text has no visible character. So do null and undefined count. */
export const isBlank = (text: string | null | undefined): boolean => !VISIBLE.test(text ?? '');

/** Told of mail that has nothing to be seen. */
export const EMPTY_SUBJECT = 'The subject is empty.';
export const EMPTY_BODY = 'The mail is empty: one of html_body and text_body needs content.';
