const JOINING =
  '\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}';

/** What is not seen itself and yet written: it chooses between pictures of a sign, or joins or parts signs of these scripts, or emoji. */
const WRITTEN = [
  '\\t',
  '\\n',
  '\\p{Variation_Selector}',
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  `(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])`,
].join('|');

/** Format characters of Unicode that turn text around or are not seen. */
const UNSEEN = new RegExp(`(?!${WRITTEN})[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\ufff9-\\ufffb]`, 'gu');

/**
 * Shows what would turn the text after it around, or would not be seen: what strangers wrote must not read as something else, and a file
 * name not as another.
 * @param {string} text
 */
export const legible = (text) => text.replaceAll(UNSEEN, '\ufffd');
