import { isIP } from 'node:net';
import type { Domain } from '@posthorn/sdk';
import type { Dns, RecordLook } from './dns-look.ts';

/** What one check found, in the form of the server's own checks. */
export interface DnsFinding {
  readonly subject: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  readonly mend: string | null;
}

/** Names that DNS never knows (RFC 6761, section 6). */
const isForTests = (name: string) => /\.(?:test|example|invalid|localhost)$/.test(name);

const NEEDED = ['dkim', 'return_path'];

function findingOf({ record, state, values }: RecordLook): DnsFinding {
  const { purpose, type, name, value, priority, detail: lack } = record;
  const subject = `${purpose} ${name}`;
  const severity = NEEDED.includes(purpose) ? 'failed' : 'warning';
  if (state === 'ok') return { subject, state: 'ok', detail: 'published', mend: null };
  if (state === 'unknown')
    return { subject, state: 'warning', detail: 'DNS gave no answer', mend: 'try again, or see whether DNS_SERVERS is right' };
  if (lack !== undefined) return { subject, state: severity, detail: lack, mend: null };
  const detail = state === 'absent' ? 'not published' : `says ${values.join(' | ')}`;
  const weight = priority === null ? '' : ` ${priority}`;
  return { subject, state: severity, detail, mend: `publish ${type} ${name}${weight} ${value}` };
}

/** Checks what DNS says of a sending domain. */
export async function lookAtDomain(dns: Dns, domain: Domain): Promise<readonly DnsFinding[]> {
  const { name, status } = domain;
  if (isForTests(name) && status === 'verified')
    return [{ subject: `domain ${name}`, state: 'ok', detail: 'verified; a name for tests, which DNS never knows', mend: null }];
  const verified: DnsFinding =
    status === 'verified'
      ? { subject: `domain ${name}`, state: 'ok', detail: 'verified', mend: null }
      : {
          subject: `domain ${name}`,
          state: 'failed',
          detail: status,
          mend: `publish its records, then run posthorn domains verify ${domain.id}`,
        };
  return [verified, ...(await dns.lookAtRecords(domain)).map(findingOf)];
}

/** Checks that the host that passes our mail on has a reverse name; receivers turn away hosts without one. */
export async function lookAtReverse(dns: Dns, host: string | null): Promise<readonly DnsFinding[]> {
  if (host === null || host === 'localhost' || isIP(host) !== 0) return [];
  const subject = `ptr ${host}`;
  try {
    const { names, confirmed } = await dns.reverse(host);
    if (confirmed) return [{ subject, state: 'ok', detail: names.join(', '), mend: null }];
    const detail = names.length === 0 ? 'its address has no name' : `${names.join(', ')} does not lead back`;
    return [{ subject, state: 'warning', detail, mend: 'ask whoever gave you the address for a PTR record that leads back to it' }];
  } catch {
    return [{ subject, state: 'warning', detail: 'DNS gave no answer', mend: 'see whether the host in PROVIDER_URL is spelt right' }];
  }
}
