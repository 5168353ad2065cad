import type { ExpectedRecord } from './dns-records.ts';

/** Tags of a DKIM or DMARC record by name (RFC 6376, section 3.2); undefined where it is no tag list. */
function parseTags(text: string): ReadonlyMap<string, string> | undefined {
  const tags = new Map<string, string>();
  for (const part of text.split(';')) {
    if (part.trim() === '') continue;
    const [, name, value] = /^\s*([A-Za-z]\w*)\s*=([\s\S]*)$/.exec(part) ?? [];
    if (name === undefined || value === undefined || tags.has(name)) return undefined;
    tags.set(name, value.trim());
  }
  return tags;
}

const isTagList = (tags: ReadonlyMap<string, string> | undefined) => tags !== undefined;

const listOf = (tag: string | undefined) => tag?.split(':').map((item) => item.trim());

/** Whether a key may be used for our signatures of mail, which are made with SHA-256: one that says nothing of it may. */
function isForMail(tags: ReadonlyMap<string, string>): boolean {
  const services = listOf(tags.get('s')) ?? ['*'];
  return (listOf(tags.get('h')) ?? ['sha256']).includes('sha256') && (services.includes('*') || services.includes('email'));
}

/** A key whose base64 may be folded anywhere; the version and the key type have defaults (RFC 6376, section 3.6.1). */
function keyOf(tags: ReadonlyMap<string, string>): string | undefined {
  if ((tags.get('v') ?? 'DKIM1') !== 'DKIM1' || (tags.get('k') ?? 'rsa') !== 'rsa' || !isForMail(tags)) return undefined;
  return tags.get('p')?.replaceAll(/\s/g, '');
}

/** With two keys at one name, receivers may use either (RFC 6376, section 3.6.2.2): a wrong one besides ours is a fault. */
function matchesDkim(expected: string, found: readonly string[]): boolean {
  const wanted = parseTags(expected)?.get('p');
  const keys = found.map(parseTags).filter(isTagList).map(keyOf);
  return keys.length > 0 && keys.every((key) => key !== undefined && key === wanted);
}

/** One policy of any strictness (RFC 7489, section 6.3). */
function matchesDmarc(found: readonly string[]): boolean {
  const policies = found.map(parseTags).filter((tags) => tags?.get('v') === 'DMARC1');
  const [policy, second] = policies;
  return second === undefined && /^(?:none|quarantine|reject)$/i.test(policy?.get('p') ?? '');
}

const termsOf = (spf: string) => spf.toLowerCase().split(/\s+/).filter(Boolean);

/** One policy (RFC 7208, section 4.5) that has our mechanisms, whatever else it allows. */
function matchesSpf(expected: string, found: readonly string[]): boolean {
  const policies = found.map(termsOf).filter(([version]) => version === 'v=spf1');
  const [terms, second] = policies;
  if (terms === undefined || second !== undefined) return false;
  const wanted = termsOf(expected).filter((term) => !term.endsWith('all'));
  return wanted.every((term) => terms.includes(term) || terms.includes(`+${term}`));
}

const hostName = (text: string) => text.toLowerCase().replace(/\.$/, '');
const matchesHost = (expected: readonly string[], found: readonly string[]) =>
  found.some((host) => expected.some((name) => hostName(name) === hostName(host)));

/**
 * Whether what was found at a record's name is what it should be: texts joined, exchanges or targets. An exchange may also be one of
 * `mailHosts`.
 */
export function matchesRecord(
  { purpose, value }: Pick<ExpectedRecord, 'purpose' | 'value'>,
  found: readonly string[],
  mailHosts: readonly string[] = [],
): boolean {
  if (purpose === 'dkim') return matchesDkim(value, found);
  if (purpose === 'dmarc') return matchesDmarc(found);
  if (purpose === 'spf') return matchesSpf(value, found);
  return matchesHost(purpose === 'tracking' ? [value] : [value, ...mailHosts], found);
}
