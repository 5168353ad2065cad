import { DAY_MS } from '../../core/durations.ts';
import { notification } from '../../core/hooks.ts';

/** A mail to the postmaster. */
export interface PostmasterMail {
  readonly id: string;
  /** Empty: the null sender. */
  readonly envelopeFrom: string;
  readonly recipient: string;
  readonly clientIp: string | null;
  /** The address in the From header; null where there is none or it cannot be read. */
  readonly fromAddress: string | null;
  readonly subject: string;
  /** Bytes of the whole mail. */
  readonly size: number;
  readonly blobKey: string;
  readonly createdAt: number;
}

/** The owner of the sources of mails to the postmaster. */
export const POSTMASTER = 'postmaster';
/** Bytes of a source that are kept: more than people write to a postmaster, and few enough to bound what all mails take together. */
export const KEPT_BYTES = 256 * 1024;
export const KEPT_MS = 30 * DAY_MS;

/** Called for each mail to the postmaster that is kept. */
export const postmasterWritten = notification<[]>('postmaster written');
