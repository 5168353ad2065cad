import type { SMTPServerAuthentication, SMTPServerSession } from 'smtp-server';
import type { AppContext } from '../app-context.ts';
import { sha256 } from '../core/crypto/hash.ts';
import { MINUTE_MS } from '../core/durations.ts';
import { notification } from '../core/hooks.ts';
import { networkOf } from '../core/network-of.ts';
import type { KeyFinder } from '../http/authenticate.ts';
import { Refusal } from '../smtp/refusal.ts';
import { isKeyOfSuspendedTenant } from '../tenants/index.ts';
import type { LogInLimits } from './log-ins.ts';
import { tenantSuspended } from './replies.ts';

export interface LogInParts {
  readonly app: Pick<AppContext, 'db' | 'hooks' | 'log'>;
  readonly keys: KeyFinder;
  readonly logIns: LogInLimits;
}

/** Tells how a try to log in is answered, by the code of the reply. */
export const logInAnswered = notification<[reply: number]>('log-in answered');

const LOGGED_IN = 235;

/** Returns the refusal for a network from which nobody may log in for now. */
export function refuseBlockedNetwork(limits: LogInLimits, remoteAddress: string): Refusal | undefined {
  const waitMs = limits.waitOf(networkOf(remoteAddress));
  if (waitMs === 0) return undefined;
  return new Refusal(421, `4.7.0 Too many bad log-ins from your address; try again in ${Math.ceil(waitMs / MINUTE_MS)} min`);
}

/** Returns who a key is of, and whether it is refused only because its tenant is suspended. */
async function lookUp({ app: { db, log }, keys }: LogInParts, keyHash: string) {
  try {
    const found = await keys.find(keyHash);
    return { found, suspended: found === undefined && (await isKeyOfSuspendedTenant(db.read, keyHash)) };
  } catch (error) {
    log.error({ err: error }, 'nobody could be logged in');
    throw new Refusal(454, '4.7.0 Log-ins cannot be looked up for now; try again later');
  }
}

async function findKey(parts: LogInParts, password: string, remoteAddress: string): Promise<string> {
  const { logIns, app } = parts;
  const blocked = refuseBlockedNetwork(logIns, remoteAddress);
  if (blocked !== undefined) throw blocked;
  // It guesses nothing: a relay without its key would shut out all who share its address.
  if (password === '') throw new Refusal(535, '5.7.8 The password is missing: it is an API key');
  const { found, suspended } = await lookUp(parts, sha256(password));
  if (found !== undefined) return found.keyHash;
  // The key is right: whoever has it guesses nothing.
  if (suspended) throw tenantSuspended(454);
  logIns.noteBad(networkOf(remoteAddress));
  app.log.info({ ip: remoteAddress }, 'a log-in was refused');
  throw new Refusal(535, '5.7.8 The password is no API key that may be used');
}

/** Returns the SHA-256 of the API key that a client gives as its password; any user name is accepted. Throws the refusal. */
export async function logIn(
  parts: LogInParts,
  { password }: SMTPServerAuthentication,
  { remoteAddress }: SMTPServerSession,
): Promise<string> {
  const { hooks } = parts.app;
  try {
    const keyHash = await findKey(parts, password ?? '', remoteAddress);
    await hooks.notify(logInAnswered, LOGGED_IN);
    return keyHash;
  } catch (error) {
    if (error instanceof Refusal) await hooks.notify(logInAnswered, error.responseCode);
    throw error;
  }
}
