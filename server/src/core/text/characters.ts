/** Returns whether a text has more than so many characters: code points, as `maxLength` counts in the interface document, and not UTF-16 units. */
export function isLongerThan(text: string, most: number): boolean {
  if (text.length <= most) return false;
  return text.length > 2 * most || Array.from(text).length > most;
}

/** Returns the beginning of a storable text, storable too: at most `most` characters. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  // Each character has two units at most, so what is cut here is never missed below.
  return Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('');
}

/** Returns the beginning of a text: its whole characters within `most` bytes of UTF-8. */
export function cutBytes(text: string, most: number): string {
  // Each UTF-16 unit takes three bytes at most.
  if (text.length * 3 <= most) return text;
  const bytes = Buffer.from(text);
  return bytes.length <= most ? text : new TextDecoder().decode(bytes.subarray(0, most), { stream: true });
}
