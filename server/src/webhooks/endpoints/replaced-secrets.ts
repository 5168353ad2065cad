import type { SecretBox } from '../../core/crypto/secret-box.ts';
import type { Endpoint } from './endpoint.ts';

/** How many secrets before the one in force sign as well; of those that are older none does. */
const MOST_REPLACED = 10;

/** A secret that was replaced, and until when it signs as well, epoch ms. */
interface ReplacedSecret {
  readonly secret: string;
  readonly until: number;
}

/** The replaced secrets, encrypted as stored with the endpoint. */
type SealedReplaced = Pick<Endpoint, 'previousSecret' | 'previousUntil' | 'earlierSecrets'>;

/** Safe because only `sealEarlier` writes them. */
const readEarlier = (text: string) => JSON.parse(text) as readonly ReplacedSecret[];

/** Returns the secrets of an endpoint that were replaced and still sign at a time, newest first. */
export function openSigning(secrets: SecretBox, replaced: SealedReplaced, now: number): ReplacedSecret[] {
  const { previousSecret, previousUntil, earlierSecrets } = replaced;
  // The newest expires last: expired ones need not be decrypted, with a key that may no longer exist.
  if (previousSecret === null || previousUntil === null || now >= previousUntil) return [];
  const earlier = earlierSecrets === null ? [] : readEarlier(secrets.open(earlierSecrets));
  return [{ secret: secrets.open(previousSecret), until: previousUntil }, ...earlier.filter(({ until }) => now < until)];
}

/** Returns the secrets that still sign in addition to the one being replaced now, encrypted; null if there is none. */
export function sealEarlier(secrets: SecretBox, replaced: SealedReplaced, now: number): string | null {
  const signing = openSigning(secrets, replaced, now);
  return signing.length === 0 ? null : secrets.seal(JSON.stringify(signing.slice(0, MOST_REPLACED - 1)));
}
