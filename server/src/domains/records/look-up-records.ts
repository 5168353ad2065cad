import type { Resolver } from 'node:dns/promises';
import type { Findings } from '../domain.ts';
import type { ExpectedRecord } from './dns-records.ts';
import { matchesRecord } from './match-record.ts';

/** What a look-up asks of DNS. */
export type RecordResolver = Pick<Resolver, 'resolveTxt' | 'resolveMx' | 'resolveCname'>;

/** NXDOMAIN, and a name without records of the type. */
const ABSENT = ['ENOTFOUND', 'ENODATA'];

const isAbsent = (error: unknown) => error instanceof Error && 'code' in error && ABSENT.includes(String(error.code));

const query: { readonly [T in ExpectedRecord['type']]: (resolver: RecordResolver, name: string) => Promise<string[]> } = {
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((strings) => strings.join('')),
  MX: async (resolver, name) => (await resolver.resolveMx(name)).map(({ exchange }) => exchange),
  CNAME: (resolver, name) => resolver.resolveCname(name),
};

async function lookUpRecord(resolver: RecordResolver, record: ExpectedRecord): Promise<Findings> {
  try {
    const found = await query[record.type](resolver, record.name);
    return { [record.purpose]: matchesRecord(record, found) ? 'verified' : 'failed' };
  } catch (error) {
    return isAbsent(error) ? { [record.purpose]: 'failed' } : {};
  }
}

/** Looks records up in DNS; one that DNS did not tell about is left out. */
export async function lookUpRecords(resolver: RecordResolver, records: readonly ExpectedRecord[]): Promise<Findings> {
  const findings = await Promise.all(records.map((record) => lookUpRecord(resolver, record)));
  return Object.assign({}, ...findings);
}
