/** @typedef {import('postal-mime').Email} Email */

// The frame has no scripts in the first place (sandbox); this takes out what reaches the network without one, or around the policy.
const REMOVED = 'script, base, link, meta[http-equiv], iframe, frame, frameset, object, embed, template';
/** Only among such elements is text read as elements when it is written and read again. */
const FOREIGN = 'svg, math';
const REMOTE = /^\s*(?:https?:)?\/\//i;
const REMOTE_IN_CSS = /url\(\s*['"]?\s*(?:https?:)?\/\//i;

/** What a mail in the frame may load. @param {boolean} remoteImages */
const policyOf = (remoteImages) =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src data:${remoteImages ? ' http: https:' : ''}; form-action 'none'`;

/** @param {ArrayBuffer | Uint8Array} content */
function toBase64(content) {
  let binary = '';
  for (const byte of new Uint8Array(content)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** @param {string} text */
function decodeOrKeep(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Puts the images that a mail brings with it in the place of `cid:` (RFC 2392). @param {Document} page @param {Email['attachments']} attachments */
function placeImages(page, attachments) {
  for (const image of page.querySelectorAll('img[src^="cid:" i]')) {
    const cid = decodeOrKeep((image.getAttribute('src') ?? '').slice('cid:'.length));
    const found = attachments.find(({ contentId }) => contentId?.replace(/^<|>$/g, '') === cid);
    if (found === undefined || typeof found.content === 'string' || !found.mimeType.startsWith('image/')) continue;
    image.setAttribute('src', `data:${found.mimeType};base64,${toBase64(found.content)}`);
  }
}

/** @param {Document} page */
function hasRemoteImages(page) {
  const sources = [...page.querySelectorAll('[src], [srcset], [background], [poster]')].flatMap((element) =>
    ['src', 'srcset', 'background', 'poster'].map((name) => element.getAttribute(name) ?? ''),
  );
  return sources.some((source) => REMOTE.test(source)) || REMOTE_IN_CSS.test(page.documentElement.outerHTML);
}

/** @param {string} html */
const parse = (html) => new DOMParser().parseFromString(html, 'text/html');

/** @param {Document} page @param {string} selector */
function remove(page, selector) {
  for (const removed of page.querySelectorAll(selector)) removed.remove();
}

/** A mail's HTML without what is removed, also when the frame reads it again. @param {string} html */
function readHtml(html) {
  const page = parse(html);
  remove(page, REMOVED);
  if (parse(page.documentElement.outerHTML).querySelector(REMOVED) !== null) remove(page, FOREIGN);
  return page;
}

/**
 * A mail's HTML as a document for a sandboxed frame. It can load nothing, or images only.
 *
 * @param {Pick<Email, 'html' | 'attachments'>} mail
 * @param {{ remoteImages: boolean }} options
 * @returns {{ document: string, hasRemoteImages: boolean }}
 */
export function safeHtml({ html = '', attachments }, { remoteImages }) {
  const page = readHtml(html);
  placeImages(page, attachments);
  const { head } = parse(
    `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policyOf(remoteImages)}">
     <meta http-equiv="x-dns-prefetch-control" content="off"><meta name="referrer" content="no-referrer">
     <meta name="color-scheme" content="light"><meta name="viewport" content="width=device-width"><base target="_blank">
     <style>html { background: #fff } body { margin: 16px; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }</style>`,
  );
  page.head.prepend(...head.childNodes);
  return { document: `<!doctype html>${page.documentElement.outerHTML}`, hasRemoteImages: hasRemoteImages(page) };
}
