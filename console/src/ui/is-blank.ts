/** Any character that is seen, as the service tells them. */
const SEEN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns whether a text has no visible character, as null has none. */
export const isBlank = (text: string | null): boolean => !SEEN.test(text ?? '');
