import { isSignature, type Signer, signatureOf } from '../core/crypto/signed-token.ts';
import { DAY_MS } from '../core/durations.ts';

const ID_PREFIX = 'msg_';
/** Days after the attempt for which a report is believed. */
const HOLDS_DAYS = 30;
/** Message, index of the recipient, day of the attempt, signature. The release before wrote neither index nor day. */
const FORM = /^bounce-(([0-9a-z]{26})(?:([0-9a-v]{2})([0-9a-v]{4}))?)-([0-9a-z]{16})$/;

const PURPOSE = 'return paths';

const toDigits = (value: number, count: number) => value.toString(32).padStart(count, '0');

/** A return path, to which reports on an attempt are sent. Each recipient of a message has one. */
export interface ReturnPath {
  readonly messageId: string;
  /** Index of the recipient among those of the message; undefined in a path that stands for all of them. */
  readonly place: number | undefined;
  /** Days from 1970-01-01 to that of the attempt; undefined where the path does not say. */
  readonly day: number | undefined;
}

/** Returns the local part of the envelope sender of an attempt for one recipient: 56 characters, which are signed, so that nobody else can make them. */
export function returnPathOf(secrets: Signer, { messageId, place, at }: { messageId: string; place: number; at: number }): string {
  const name = `${messageId.slice(ID_PREFIX.length)}${toDigits(place, 2)}${toDigits(Math.floor(at / DAY_MS), 4)}`;
  return `bounce-${name}-${signatureOf(secrets, PURPOSE, name)}`;
}

/** Returns the return path of a local part, whatever the case of its letters; undefined for one that is not ours. */
export function readReturnPath(secrets: Signer, localPart: string): ReturnPath | undefined {
  const [, name = '', id, place, day, given = ''] = FORM.exec(localPart.toLowerCase()) ?? [];
  const isOurs = name !== '' && isSignature(secrets, given, { purpose: PURPOSE, payload: name });
  const numberIn = (digits: string | undefined) => (digits === undefined ? undefined : Number.parseInt(digits, 32));
  return isOurs ? { messageId: `${ID_PREFIX}${id}`, place: numberIn(place), day: numberIn(day) } : undefined;
}

/** Returns the first and the last moment of the day of an attempt; undefined where the path does not say. */
export const attemptDay = ({ day }: ReturnPath): { readonly from: number; readonly to: number } | undefined =>
  day === undefined ? undefined : { from: day * DAY_MS, to: (day + 1) * DAY_MS - 1 };

/** Returns whether a report that comes now is still believed. `attemptedAt`: when the path was last used; null where that is unknown. */
export function isReturnPathValid(path: ReturnPath, { attemptedAt, now }: { attemptedAt: number | null; now: number }): boolean {
  const since = attemptedAt ?? attemptDay(path)?.to;
  return since !== undefined && now <= since + HOLDS_DAYS * DAY_MS;
}
