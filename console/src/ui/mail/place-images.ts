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

/** Types of images, which must not end the attribute that they are placed in. */
const IMAGE_TYPE = /^image\/[\w.+-]+$/i;

/** Returns whether a content type is that of an image. */
export const isImageType = (type: string): boolean => IMAGE_TYPE.test(type);

/** Characters of a content id may be escaped in a URL (RFC 2392, section 2), and an ampersand is in HTML. */
function unescaped(id: string): string {
  const written = id.replaceAll('&amp;', '&');
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** Returns the content ids that HTML shows, as they are and with their characters unescaped. */
export function contentIdsIn(html: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, , id = ''] of html.matchAll(NAMED)) found.add(id).add(unescaped(id));
  return found;
}

/** Returns a function that returns the URL of an image by its content id; each is converted when it is first asked for, and once. */
function createUrls(images: readonly MailImage[]) {
  const byId = new Map(images.map((image) => [image.contentId, image]));
  const urls = new Map<string, string>();
  return (id: string): string | undefined => {
    const { type, bytes } = byId.get(id) ?? {};
    if (type === undefined || bytes === undefined || !isImageType(type) || bytes.length > MOST_PLACED) return undefined;
    const url = urls.get(id) ?? `data:${type};base64,${toBase64(bytes)}`;
    urls.set(id, url);
    return url;
  };
}

/** Replaces `cid:` URLs (RFC 2392) with the images that a mail contains. */
export function placeImages(html: string, images: readonly MailImage[]): string {
  const urlOf = createUrls(images);
  let left = MOST_PLACED;
  return html.replaceAll(NAMED, (whole, before: string, id: string) => {
    const url = urlOf(id) ?? urlOf(unescaped(id));
    if (url === undefined || url.length > left) return whole;
    left -= url.length;
    return before + url;
  });
}
