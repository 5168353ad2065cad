/** Fields of one recipient in a report, names in lower case (RFC 3464, section 2.3). */
export type StatusFields = ReadonlyMap<string, string>;

const FIELD = /^([A-Za-z][A-Za-z-]*)[ \t]*:/;
/** Maximum length to which continued lines are read. */
const MOST_VALUE = 4000;
const NAMES_RECIPIENT = ['final-recipient', 'original-recipient', 'action'];

/** Some reporters break a reply over lines without indenting them. */
function readGroup(block: string): StatusFields {
  const fields = new Map<string, string>();
  let last: string | undefined;
  for (const line of block.split('\n')) {
    const [head = '', name] = FIELD.exec(line) ?? [];
    if (name !== undefined) {
      last = name.toLowerCase();
      fields.set(last, line.slice(head.length).trim());
    } else if (last !== undefined) {
      const before = fields.get(last) ?? '';
      if (before.length < MOST_VALUE) fields.set(last, `${before} ${line.trim()}`.trim());
    }
  }
  return fields;
}

/** The groups of a `message/delivery-status` part that speak of a recipient. */
export function readDeliveryStatus(part: string): StatusFields[] {
  const groups = part
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map(readGroup);
  return groups.filter((fields) => NAMES_RECIPIENT.some((name) => fields.has(name)));
}

/** `rfc822; a@b.c`, `<a@b.c>`, in lower case; null where it is no address. */
export function addressIn(field: string | undefined): string | null {
  const words = (field ?? '').split(/[\s<>;,"]+/);
  const address = words.find((word) => {
    const at = word.indexOf('@', 1);
    return at > 0 && at < word.length - 1;
  });
  return address?.toLowerCase() ?? null;
}
