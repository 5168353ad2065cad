/** A DNS query. */
export interface DnsQuestion {
  readonly name: string;
  readonly type: string;
}

/** The DNS answer: records as returned by Node, or the error code if there are none. */
export type DnsAnswer = { readonly records: readonly unknown[] } | { readonly code: string };

/** Maximum number of queries per reading; the others follow with the next one. */
const MOST_ASKED = 20;
/** RFC 7208, section 7.3: a name in a query has at most 253 characters. No term of a policy needs more than this to express one. */
const MOST_TERM = 512;
const MOST_MACROS = 16;

export const questionKey = ({ name, type }: DnsQuestion): string => `${type} ${name}`;

const SENDERS_POLICY = /^\s*v=spf1/i;
const isShort = (term: string) => term.length <= MOST_TERM && term.split('%{').length <= MOST_MACROS + 1;

/** Returns whether a record can be evaluated: a policy with a name so long that parsing it takes seconds cannot. */
function isReadable(record: unknown): boolean {
  const text = [record].flat().join('');
  return !SENDERS_POLICY.test(text) || text.split(/\s+/).every(isShort);
}

/** Returns a resolver that uses known answers and collects the other queries: nothing here waits for DNS. */
export function resolveFrom(answers: ReadonlyMap<string, DnsAnswer>) {
  const asked = new Map<string, DnsQuestion>();
  return {
    /** Returns the queries without an answer, at most twenty. */
    asked: () => [...asked.values()],
    async resolve(name: string, type: string): Promise<string[][]> {
      const key = questionKey({ name, type });
      const known = answers.get(key);
      if (known !== undefined && 'records' in known && known.records.every(isReadable))
        // Safe because callers know the records of the type they query, most of which are strings.
        return [...known.records] as string[][];
      if (known === undefined && asked.size < MOST_ASKED) asked.set(key, { name, type });
      const code = known === undefined ? 'ETIMEOUT' : 'code' in known ? known.code : 'ENODATA';
      throw Object.assign(new Error(`${name} is not known`), { code });
    },
  };
}
