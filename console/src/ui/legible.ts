/** Format characters of Unicode that turn text around or are not seen; not what only chooses between pictures of a sign. */
const UNSEEN = /(?!\t|\n|\p{Variation_Selector})[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu;

/** Shows what would turn the text after it around, or would not be seen: what strangers wrote must not read as something else. */
export const legible = (text: string): string => text.replaceAll(UNSEEN, '\ufffd');
