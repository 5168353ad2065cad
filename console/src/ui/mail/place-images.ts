/** An image that a mail contains. */
export interface MailImage {
  /** Without `<` and `>`. */
  readonly contentId: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** An image that is named by its content id. */
const NAMED = /(\ssrc\s*=\s*["']?)cid:([^"'\s>]{1,998})/gi;
/** Characters of all images that are placed: the HTML may name one image any number of times. */
const MOST_PLACED = 10 * 1024 * 1024;
/** Bytes converted at once: some browsers do not accept more arguments. */
const PART = 8192;

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += PART) binary += String.fromCharCode(...bytes.subarray(at, at + PART));
  return btoa(binary);
}

/** Characters of a content id may be escaped in a URL (RFC 2392, section 2). */
function unescaped(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Returns the content ids that HTML shows, as they are and with their characters unescaped. */
export function contentIdsIn(html: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, , id = ''] of html.matchAll(NAMED)) found.add(id).add(unescaped(id));
  return found;
}

/** Replaces `cid:` URLs (RFC 2392) with the images that a mail contains. */
export function placeImages(html: string, images: readonly MailImage[]): string {
  const urls = new Map(images.map(({ contentId, type, bytes }) => [contentId, `data:${type};base64,${toBase64(bytes)}`]));
  if (urls.size === 0) return html;
  let left = MOST_PLACED;
  return html.replaceAll(NAMED, (whole, before: string, id: string) => {
    const url = urls.get(id) ?? urls.get(unescaped(id));
    if (url === undefined || url.length > left) return whole;
    left -= url.length;
    return before + url;
  });
}
