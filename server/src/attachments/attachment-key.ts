const NOT_PLAIN = /[^A-Za-z0-9._-]+/g;
const MOST_LENGTH = 200;
/** Some stores read a name of dots as a folder. */
const LEADING_DOTS = /^\.+/;
const NAMELESS = 'file';

/** Reduces a file name to letters, digits, `.`, `_` and `-`, at most 200 characters; its end is kept. */
export const plainName = (filename: string): string =>
  filename.replaceAll(NOT_PLAIN, '_').slice(-MOST_LENGTH).replace(LEADING_DOTS, '_') || NAMELESS;

/** Returns plain names for the files of one message; a repeated one, ignoring case, gets a number in front. */
export function plainNames(filenames: readonly string[]): string[] {
  const taken = new Set<string>();
  return filenames.map((filename) => {
    const plain = plainName(filename);
    let name = plain;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${number}-${plain}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

export interface AttachmentPlace {
  readonly tenantId: string;
  readonly messageId: string;
  readonly name: string;
}

/** The storage key of an attachment: `{tenant_id}/{message_id}/{filename}`. */
export const attachmentKey = ({ tenantId, messageId, name }: AttachmentPlace): string => `${tenantId}/${messageId}/${name}`;

const IN_TENANT = /^msg_[0-9a-z]+\/[A-Za-z0-9._-]+$/;

/** Returns whether a text has the form of a key of the tenant's attachments; the tenant's other blobs are not attachments. */
export const isAttachmentKey = (tenantId: string, text: string): boolean =>
  text.startsWith(`${tenantId}/`) && IN_TENANT.test(text.slice(tenantId.length + 1));
