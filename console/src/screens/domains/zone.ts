import type { Domain, DomainRecord } from '@posthorn/sdk';

const TTL_SECONDS = 3600;
/** One string of a TXT record (RFC 1035, section 3.3). */
const STRING = /[\s\S]{1,255}/g;

function quote(text: string): string {
  const pieces = text.match(STRING) ?? [''];
  return pieces.map((piece) => `"${piece.replaceAll(/["\\]/g, '\\$&')}"`).join(' ');
}

function dataOf({ type, value, priority }: DomainRecord): string {
  if (type === 'TXT') return quote(value);
  const host = value.endsWith('.') ? value : `${value}.`;
  return type === 'MX' ? `${priority ?? 10} ${host}` : host;
}

/** Formats the publishable records of a domain as lines of a zone file (RFC 1035, section 5). */
export const zoneOf = ({ records }: Pick<Domain, 'records'>): string =>
  records
    .filter(({ detail }) => detail === undefined)
    .map((record) => `${record.name}. ${TTL_SECONDS} IN ${record.type} ${dataOf(record)}`)
    .join('\n');
