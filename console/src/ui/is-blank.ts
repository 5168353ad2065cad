/** Any visible character, by the service's definition. */
const SEEN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns whether a text has no visible character; null has none. */
export const isBlank = (text: string | null): boolean => !SEEN.test(text ?? '');
