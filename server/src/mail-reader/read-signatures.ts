/** The DNS answer for the name of a key: its TXT records, or the error code if there are none. */
export type KeyAnswer = { readonly texts: readonly string[] } | { readonly code: string };

/** The author of a mail and its signatures. */
export interface SignedMail {
  readonly headerFrom: readonly string[];
  readonly fromFields: number;
  /** Names of keys that its signatures need and that were not given. */
  readonly asked: readonly string[];
  /** `result` in the terms of RFC 8601. */
  readonly signatures: readonly { readonly result: string; readonly domain: string }[];
}

const MOST_KEYS = 10;
const SIGNATURE = /^dkim-signature:/im;

/** Returns only the header if no signature covers the body. */
function toCheck(raw: Buffer): Buffer {
  const ends = ['\n\n', '\n\r\n'].map((end) => raw.indexOf(end)).filter((at) => at >= 0);
  const head = raw.subarray(0, ends.length === 0 ? raw.length : Math.min(...ends) + 1);
  return SIGNATURE.test(head.toString('latin1')) ? raw : head;
}

interface Status {
  readonly result: string;
  readonly underSized?: number;
}

/**
 * A signature of only part of the body (`l=`) does not count if the body is longer: anybody may have appended the rest (RFC 6376, section
 * 8.2). `underSized`: the number of unsigned bytes.
 */
const resultOf = ({ result, underSized = 0 }: Status): string => (result === 'pass' && underSized > 0 ? 'policy' : result);

/** Verifies signatures with the known keys, and returns which other keys are needed: nothing here waits for DNS. */
export async function readSignatures(raw: Buffer, keys: ReadonlyMap<string, KeyAnswer>): Promise<SignedMail> {
  const asked = new Set<string>();
  const resolver = async (name: string): Promise<string[][]> => {
    const known = keys.get(name);
    if (known !== undefined && 'texts' in known) return known.texts.map((text) => [text]);
    if (known === undefined && asked.size < MOST_KEYS) asked.add(name);
    throw Object.assign(new Error(`${name} is not known`), { code: known?.code ?? 'ETIMEOUT' });
  };
  // Loaded here because it is as much code as the rest of the service.
  const { dkimVerify } = await import('mailauth');
  const { headerFrom, fromFields, results } = await dkimVerify(toCheck(raw), { resolver });
  const signatures = results.map(({ status, signingDomain }) => ({ result: resultOf(status), domain: signingDomain ?? '' }));
  return { headerFrom, fromFields, asked: [...asked], signatures };
}
