/** Shows what would turn the text after it around, or would not be seen: what strangers wrote must not read as something else. */
export const legible = (text: string): string =>
  text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '\ufffd');
