import PostalMime from 'postal-mime';

/** @typedef {{ readonly raw: string, readonly raw_encoding: 'utf8' | 'base64' }} Raw the bytes of a mail, as `/admin/captured` tells them */
/** @typedef {import('postal-mime').Email} Email */
/** @typedef {Email['attachments'][number]} Attachment */

/** @param {string} text */
const fromBase64 = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** The bytes as they were captured. @param {Raw} mail */
export const bytesOf = ({ raw, raw_encoding: encoding }) => (encoding === 'base64' ? fromBase64(raw) : new TextEncoder().encode(raw));

/** The source as it can be shown; bytes of an unknown character set one by one. @param {Raw} mail */
export const sourceOf = (mail) => (mail.raw_encoding === 'base64' ? new TextDecoder('latin1').decode(bytesOf(mail)) : mail.raw);

/** @param {Raw} mail @returns {Promise<Email>} */
export const readMail = (mail) => PostalMime.parse(bytesOf(mail), { attachmentEncoding: 'arraybuffer' });

/** @param {Attachment} attachment @returns {BlobPart & { byteLength: number }} */
export function contentOf({ content }) {
  if (typeof content === 'string') throw new Error('attachments are read as bytes');
  // Safe because the parser allocates it itself, unshared.
  return /** @type {ArrayBuffer | Uint8Array<ArrayBuffer>} */ (content);
}

/** @param {import('postal-mime').Address} address */
function formatAddress({ name, address, group }) {
  if (group !== undefined) return `${name}: ${group.map((member) => member.address).join(', ')}`;
  return name === '' ? address : `${name} <${address}>`;
}

/** @param {import('postal-mime').Address[] | undefined} addresses @returns {string} */
export const formatAddresses = (addresses = []) => addresses.map(formatAddress).join(', ');
