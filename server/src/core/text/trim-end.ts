/** Returns a text without those of `characters` that it ends with. It reads from the end, in linear time: a regular expression would try every run of them. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
