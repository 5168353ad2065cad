import type { Resolver } from 'node:dns/promises';
import { errorCodeOf } from '../../core/errors/error-code.ts';
import type { Findings } from '../domain.ts';
import type { ExpectedRecord } from './dns-records.ts';
import { matchesRecord } from './match-record.ts';

/** The DNS queries of a look-up. */
export type RecordResolver = Pick<Resolver, 'resolveTxt' | 'resolveMx' | 'resolveCname'>;

/** NXDOMAIN, and a name without records of the type. */
const ABSENT = ['ENOTFOUND', 'ENODATA'];

const isAbsent = (error: unknown) => ABSENT.includes(errorCodeOf(error) ?? '');

const query: { readonly [T in ExpectedRecord['type']]: (resolver: RecordResolver, name: string) => Promise<string[]> } = {
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((strings) => strings.join('')),
  MX: async (resolver, name) => (await resolver.resolveMx(name)).map(({ exchange }) => exchange),
  CNAME: (resolver, name) => resolver.resolveCname(name),
};

const MOST_SHOWN = 10;
const SHOWN_LENGTH = 1000;

const shown = (found: readonly string[]) => found.slice(0, MOST_SHOWN).map((text) => text.slice(0, SHOWN_LENGTH).toWellFormed());

/** The DNS records found, by purpose; null if DNS did not answer. */
export type RecordValues = { readonly [P in ExpectedRecord['purpose']]?: string[] | null };

/** The result of a look-up. */
export interface LookUp {
  /** One that DNS did not tell about is left out. */
  readonly found: Findings;
  readonly seen: RecordValues;
}

interface LookUpParts {
  readonly resolver: RecordResolver;
  /** Names of the host that receives mail. */
  readonly mailHosts: readonly string[];
}

async function lookUpRecord({ resolver, mailHosts }: LookUpParts, record: ExpectedRecord): Promise<LookUp> {
  const { purpose } = record;
  try {
    const found = await query[record.type](resolver, record.name);
    return { found: { [purpose]: matchesRecord(record, found, mailHosts) ? 'verified' : 'failed' }, seen: { [purpose]: shown(found) } };
  } catch (error) {
    return isAbsent(error) ? { found: { [purpose]: 'failed' }, seen: { [purpose]: [] } } : { found: {}, seen: { [purpose]: null } };
  }
}

/** Looks records up in DNS. */
export async function lookUpRecords(parts: LookUpParts, records: readonly ExpectedRecord[]): Promise<LookUp> {
  const lookUps = await Promise.all(records.map((record) => lookUpRecord(parts, record)));
  return {
    found: Object.assign({}, ...lookUps.map(({ found }) => found)),
    seen: Object.assign({}, ...lookUps.map(({ seen }) => seen)),
  };
}
