import { isSignature, type Signer, signatureOf } from '../core/crypto/signed-token.ts';
import { DAY_MS } from '../core/durations.ts';

const ID_PREFIX = 'msg_';
/** How long after the attempt a report is believed. */
const HOLDS_DAYS = 30;
/** Message, place of the recipient, day of the attempt, signature. The release before wrote neither place nor day. */
const FORM = /^bounce-(([0-9a-z]{26})(?:([0-9a-v]{2})([0-9a-v]{4}))?)-([0-9a-z]{16})$/;

const PURPOSE = 'return paths';

const toDigits = (value: number, count: number) => value.toString(32).padStart(count, '0');

/** Where the reports on an attempt go: a mail has a way back for each of its recipients. */
export interface ReturnPath {
  readonly messageId: string;
  /** Place of the recipient among those of the message, from 0; undefined in a path that stands for all of them. */
  readonly place: number | undefined;
  /** When the attempt was made, to the day; undefined where the path does not say. */
  readonly day: number | undefined;
}

/**
 * Local part of the envelope sender of an attempt to reach one recipient of a message: 56 characters that stand for it and that
 * nobody else can make.
 */
export function returnPathOf(secrets: Signer, { messageId, place, at }: { messageId: string; place: number; at: number }): string {
  const name = `${messageId.slice(ID_PREFIX.length)}${toDigits(place, 2)}${toDigits(Math.floor(at / DAY_MS), 4)}`;
  return `bounce-${name}-${signatureOf(secrets, PURPOSE, name)}`;
}

/** What a local part stands for, in any case of its letters; undefined for one that is not ours. */
export function readReturnPath(secrets: Signer, localPart: string): ReturnPath | undefined {
  const [, name = '', id, place, day, given = ''] = FORM.exec(localPart.toLowerCase()) ?? [];
  const isOurs = name !== '' && isSignature(secrets, given, { purpose: PURPOSE, payload: name });
  const numberIn = (digits: string | undefined) => (digits === undefined ? undefined : Number.parseInt(digits, 32));
  return isOurs ? { messageId: `${ID_PREFIX}${id}`, place: numberIn(place), day: numberIn(day) } : undefined;
}

/** Whether a report that comes now is still to be believed; `attemptedAt` stands for the day that an older path does not name. */
export function holdsStill({ day }: ReturnPath, { attemptedAt, now }: { attemptedAt: number | null; now: number }): boolean {
  const since = day === undefined ? attemptedAt : (day + 1) * DAY_MS;
  return since !== null && now <= since + HOLDS_DAYS * DAY_MS;
}
