import { Resolver } from 'node:dns/promises';
import type { Domain, DomainRecord } from '@posthorn/sdk';

/** What DNS says of a record that is to be published. */
export interface RecordLook {
  readonly record: DomainRecord;
  readonly state: 'ok' | 'absent' | 'different' | 'unknown';
  readonly values: readonly string[];
}

export type Dns = ReturnType<typeof createDns>;

const ABSENT = ['ENOTFOUND', 'ENODATA'];
const TIMEOUT_MS = 3000;

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');
const host = (name: string) => name.toLowerCase().replace(/\.$/, '');
const sameHost = (found: string, asked: string) => host(found) === host(asked);
const compact = (text: string) => text.replaceAll(/\s/g, '').replace(/;$/, '');
const publicKey = (text: string) => /(?:^|;)p=([^;]*)/.exec(compact(text))?.[1];

/** Returns whether a published value does what the expected one does; SPF and DMARC may say more than was asked. */
const matches: Readonly<Record<DomainRecord['purpose'], (found: string, asked: string) => boolean>> = {
  dkim: (found, asked) => publicKey(found) === publicKey(asked),
  spf: (found) => /^v=spf1(?: |$)/i.test(found),
  dmarc: (found) => /^v=DMARC1\s*(?:;|$)/i.test(found),
  return_path: sameHost,
  tracking: sameHost,
  inbound: sameHost,
};

/** Creates a reader of DNS, through the named servers or the system's. */
export function createDns(servers: readonly string[] | undefined) {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);

  const ask: Readonly<Record<DomainRecord['type'], (name: string) => Promise<readonly string[]>>> = {
    TXT: async (name) => (await resolver.resolveTxt(name)).map((strings) => strings.join('')),
    MX: async (name) => (await resolver.resolveMx(name)).map(({ exchange }) => exchange),
    CNAME: (name) => resolver.resolveCname(name),
  };

  async function lookAt(record: DomainRecord): Promise<RecordLook> {
    try {
      const values = await ask[record.type](record.name);
      const state = values.some((value) => matches[record.purpose](value, record.value)) ? 'ok' : 'different';
      return { record, state, values };
    } catch (error) {
      return { record, state: ABSENT.includes(codeOf(error)) ? 'absent' : 'unknown', values: [] };
    }
  }

  return {
    lookAtRecords: ({ records }: Domain) => Promise.all(records.map(lookAt)),
    /** Returns the reverse names of a host's addresses, and whether one of them leads back (RFC 8601, section 2.7.3). */
    async reverse(name: string): Promise<{ readonly names: readonly string[]; readonly confirmed: boolean }> {
      const addresses = await resolver.resolve4(name);
      const names = (await Promise.all(addresses.map((address) => resolver.reverse(address).catch(() => [])))).flat();
      const back = await Promise.all(names.map((one) => resolver.resolve4(one).catch(() => [])));
      return { names, confirmed: back.flat().some((address) => addresses.includes(address)) };
    },
  };
}
