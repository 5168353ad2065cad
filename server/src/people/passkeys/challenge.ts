import type { AppContext } from '../../app-context.ts';
import { MINUTE_MS } from '../../core/durations.ts';
import { makeExpiringToken, readExpiringToken } from '../expiring-token.ts';

const LASTS_MS = 5 * MINUTE_MS;

/** Whom the challenge is for: anybody who signs in, or the user who adds a passkey. */
export type ChallengeSubject = 'anybody' | { readonly userId: string };

const useOf = (asked: ChallengeSubject) => ({ purpose: 'passkey challenges', about: asked === 'anybody' ? '' : asked.userId });

/** Returns a challenge for a device to sign. */
export const makeChallenge = (parts: Pick<AppContext, 'secrets' | 'clock' | 'random'>, asked: ChallengeSubject): Uint8Array<ArrayBuffer> =>
  new Uint8Array(makeExpiringToken(parts, { ...useOf(asked), lastsMs: LASTS_MS }).token);

/**
 * Returns until when a challenge may be answered; undefined for one that is not ours, was for somebody else or is too old. Only its
 * canonical spelling is accepted: with another one it could be answered twice.
 */
export function readChallenge(
  parts: Pick<AppContext, 'secrets' | 'clock'>,
  challenge: string,
  asked: ChallengeSubject,
): number | undefined {
  const token = Buffer.from(challenge, 'base64url');
  return token.toString('base64url') === challenge ? readExpiringToken(parts, token, useOf(asked)) : undefined;
}
