import { Resolver } from 'node:dns/promises';
import type { ExpectedRecord } from './dns-records.ts';
import type { Findings } from './domain.ts';
import { matchesRecord } from './match-record.ts';

/** Looks records up in DNS; one that DNS did not tell about is left out. */
export type LookUpRecords = (records: readonly ExpectedRecord[]) => Promise<Findings>;

export interface LookUpOptions {
  /** The system's unless given. */
  readonly servers?: readonly string[] | undefined;
  /** For one query to one server; 2000 unless given. */
  readonly timeoutMs?: number;
}

const TRIES = 2;
/** NXDOMAIN, and a name without records of the type. */
const ABSENT = ['ENOTFOUND', 'ENODATA'];

const isAbsent = (error: unknown) => error instanceof Error && 'code' in error && ABSENT.includes(String(error.code));

const query: { readonly [T in ExpectedRecord['type']]: (resolver: Resolver, name: string) => Promise<string[]> } = {
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((strings) => strings.join('')),
  MX: async (resolver, name) => (await resolver.resolveMx(name)).map(({ exchange }) => exchange),
  CNAME: (resolver, name) => resolver.resolveCname(name),
};

async function lookUp(resolver: Resolver, record: ExpectedRecord): Promise<Findings> {
  try {
    const found = await query[record.type](resolver, record.name);
    return { [record.purpose]: matchesRecord(record, found) ? 'verified' : 'failed' };
  } catch (error) {
    return isAbsent(error) ? { [record.purpose]: 'failed' } : {};
  }
}

export function dnsLookUp({ servers, timeoutMs = 2000 }: LookUpOptions): LookUpRecords {
  const resolver = new Resolver({ timeout: timeoutMs, maxTimeout: timeoutMs, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return async (records) => {
    const findings = await Promise.all(records.map((record) => lookUp(resolver, record)));
    return Object.assign({}, ...findings);
  };
}
