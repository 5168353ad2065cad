/** An image that a mail contains. */
export interface MailImage {
  /** Without `<` and `>`. */
  readonly contentId: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

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

/** Replaces `cid:` URLs (RFC 2392) with the images that a mail contains. */
export function placeImages(html: string, images: readonly MailImage[]): string {
  const byId = new Map(images.map((image) => [image.contentId, image]));
  if (byId.size === 0) return html;
  return html.replaceAll(/(\ssrc\s*=\s*["']?)cid:([^"'\s>]{1,998})/gi, (whole, before: string, id: string) => {
    const image = byId.get(id) ?? byId.get(unescaped(id));
    return image === undefined ? whole : `${before}data:${image.type};base64,${toBase64(image.bytes)}`;
  });
}
