import { hash, verify } from '@node-rs/argon2';
import { createOwnerSemaphores } from '../../core/concurrency/owner-semaphores.ts';
import { ApiError } from '../../core/errors/api-error.ts';

/** Argon2id as OWASP's cheat sheet recommends: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashes computed at once; they run on the threads that files and DNS use too. */
const MOST = 2;
const WAIT_MS = 5000;

/** The hash of a password that nobody knows. Passwords for unknown addresses are checked against it. */
export const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$DEyAoT3/yGYcb6SDZBj1hA$g+KigPLO+Prasg6F4+KlzBLZhMP/dSPPlZNOW79hCIE';

/** Hashes passwords on separate threads; a caller that has waited too long gets 503. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Returns whether the password has this hash; without a hash it takes as long and returns false. */
  verify(known: string | null, password: string): Promise<boolean>;
}

/** NIST SP 800-63B, section 3.1.1.2: the same characters, no matter how a keyboard encodes them. */
const normalized = (password: string) => password.normalize('NFKC');

export function createPasswords(): Passwords {
  const detail = 'Too many people sign in at once; try again.';
  const tooLong = () => new ApiError('service_unavailable', {}, { detail, headers: { 'Retry-After': '2' } });
  const semaphores = createOwnerSemaphores({ most: MOST, waitMs: WAIT_MS, tooLong });
  return {
    hash: (password) => semaphores.run('all', () => hash(normalized(password), COST)),
    verify: (known, password) => semaphores.run('all', async () => (await verify(known ?? NOBODY, normalized(password))) && known !== null),
  };
}

/** Refuses the passwords that are guessed first: the address, and one or two characters repeated. */
export function findWeakness(password: string, email: string): ApiError<'weak_password'> | undefined {
  const plain = normalized(password).trim().toLowerCase();
  if (plain === email || plain === email.split('@', 1)[0])
    return new ApiError('weak_password', {}, { detail: 'The password must not be the address.' });
  const different = new Set(plain).size;
  return different < 4
    ? new ApiError('weak_password', {}, { detail: 'The password needs at least four different characters.' })
    : undefined;
}
