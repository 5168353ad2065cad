import { legible } from '../shared/legible.js';
import { bytesOf, contentOf, sourceOf } from '../shared/read-mail.js';
import { element } from './element.js';
import { formatSize } from './format.js';
import { safeHtml } from './safe-html.js';

/** @import { WholeMail } from './api.js' */
/** @typedef {import('postal-mime').Email} Email */

const MOST_SHOWN = 500_000;
const LINK = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}']/g;

/**
 * Hands bytes over as a file. Never with the type that the mail says: a page must not open as one of ours.
 *
 * @param {BlobPart} content
 * @param {{ name: string, text: string, signal: AbortSignal }} as
 */
function downloadLink(content, { name, text, signal }) {
  const href = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }));
  signal.addEventListener('abort', () => URL.revokeObjectURL(href));
  return element('a', { href, download: name, className: 'download' }, text);
}

/** @param {Email} mail */
export function htmlPanel(mail) {
  const frame = element('iframe', { title: 'HTML of the mail', className: 'html' });
  // Without allow-scripts, allow-same-origin and allow-forms. A link that is clicked opens a tab of its own.
  frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
  const images = element('input', { type: 'checkbox', role: 'switch' });
  const notice = element('label', { className: 'notice' }, images, 'Load remote images');
  function render() {
    const safe = safeHtml(mail, { remoteImages: images.checked });
    notice.hidden = !safe.hasRemoteImages;
    frame.srcdoc = safe.document;
  }
  images.addEventListener('change', render);
  render();
  return element('div', { className: 'html-panel' }, notice, frame);
}

/** @param {string} text */
export function textPanel(text) {
  const shown = element('div', { className: 'text' });
  let at = 0;
  for (const match of text.matchAll(LINK)) {
    shown.append(text.slice(at, match.index), element('a', { href: match[0], target: '_blank', rel: 'noopener noreferrer' }, match[0]));
    at = match.index + match[0].length;
  }
  shown.append(text.slice(at));
  return shown;
}

/** @param {Email} mail */
export function headersPanel({ headers }) {
  const rows = headers.map(({ originalKey, value }) =>
    element('tr', {}, element('th', { scope: 'row' }, originalKey), element('td', {}, value)),
  );
  return element(
    'table',
    { className: 'headers' },
    element('caption', { className: 'unseen' }, 'Headers, in their order'),
    element('tbody', {}, ...rows),
  );
}

/** @param {WholeMail} mail @param {AbortSignal} signal */
export function sourcePanel(mail, signal) {
  const source = sourceOf(mail);
  const download = downloadLink(bytesOf(mail), { name: `${mail.id}.eml`, text: `Download (${formatSize(mail.size)})`, signal });
  const rest = source.length > MOST_SHOWN ? `The first ${formatSize(MOST_SHOWN)} are shown. ` : '';
  return element(
    'div',
    {},
    element('p', { className: 'notice' }, rest, download),
    element('pre', { tabIndex: 0 }, source.slice(0, MOST_SHOWN)),
  );
}

/** @param {Email} mail @param {AbortSignal} signal */
export function attachmentsPanel({ attachments }, signal) {
  const items = attachments.map((attachment, index) => {
    const content = contentOf(attachment);
    const name = attachment.filename ?? `attachment-${index + 1}`;
    const inline = attachment.related === true ? ', inline' : '';
    return element(
      'li',
      {},
      element('span', { className: 'name' }, legible(name)),
      element('span', { className: 'kind' }, `${attachment.mimeType}, ${formatSize(content.byteLength)}${inline}`),
      downloadLink(content, { name, text: 'Download', signal }),
    );
  });
  return element('ul', { className: 'attachments' }, ...items);
}
