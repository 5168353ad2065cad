import type { BlobRef, Blobs } from '../../blobs/blobs.ts';
import { networkOf } from '../../core/address.ts';
import { takeReport } from '../../feedback/index.ts';
import { unsubscribeByMail } from '../../tracking/index.ts';
import { returnPathIn } from '../find-destinations.ts';
import { placeMail } from '../place-mail.ts';
import { keepForPostmaster } from '../postmaster/keep-for-postmaster.ts';
import { authenticateMail, UNKNOWN } from '../reading/authenticate-mail.ts';
import { isUnread } from '../reading/mail-reader.ts';
import type { ReadMail, Unread } from '../reading/read-task.ts';
import type { InboundParts } from '../receive-mail.ts';
import { deleteSpooled, layAside } from './spool-store.ts';
import type { SpooledMail } from './spooled-mail.ts';

/** Reading that was begun so often and never ended is what ends it. */
const MOST_ATTEMPTS = 5;
/** How long a mail is kept that nobody's log has and that cannot be read. */
export const ASIDE_MS = 30 * 24 * 60 * 60 * 1000;

/** Whose turn it is when mail is read: a sender's server, or nobody's. */
export const ownerOf = ({ client, id }: SpooledMail) => (client === null ? id : networkOf(client.ip));

/** Takes what a mail says to return paths; returns why it says nothing where it cannot be read. */
async function readReports(parts: InboundParts, mail: SpooledMail, raw: Buffer): Promise<Unread | undefined> {
  if (mail.destinations.returnPaths.length === 0) return undefined;
  const said = await parts.reader.read('report', { raw, envelopeFrom: mail.envelopeFrom }, ownerOf(mail));
  if (isUnread(said)) return said;
  const returnPaths = mail.destinations.returnPaths.flatMap((recipient) => returnPathIn(parts.app, recipient) ?? []);
  for (const returnPath of returnPaths) await takeReport(parts.app, { returnPath, mail: said });
  return undefined;
}

const GIVEN_UP: Unread = { unreadable: 'Reading it was begun several times and never came to an end.' };

async function readEntry({ reader, resolver }: InboundParts, mail: SpooledMail, raw: Buffer) {
  const owner = ownerOf(mail);
  const said: ReadMail | Unread = await reader.read('mail', { raw }, owner);
  if (isUnread(said)) return { said, verdicts: UNKNOWN };
  return { said, verdicts: await authenticateMail({ resolver, reader }, { raw, ...mail, owner }) };
}

/** Returns the source of a mail; undefined where it is gone. */
export async function readWhole(blobs: Blobs, source: BlobRef): Promise<Buffer | undefined> {
  const blob = await blobs.open(source);
  if (blob === undefined) return undefined;
  const raw = Buffer.allocUnsafe(blob.size);
  let at = 0;
  for await (const chunk of blob.content) {
    raw.set(chunk, at);
    at += chunk.length;
  }
  return raw.subarray(0, at);
}

/** Reads a mail that was taken and does what it asks for; whatever it is, it is in the log of its tenants then. */
export async function readSpooled(parts: InboundParts, mail: SpooledMail): Promise<void> {
  const { app, blobs } = parts;
  const { db, clock, log } = app;
  const raw = await readWhole(blobs, mail.source);
  if (raw === undefined) {
    log.warn({ inbound_id: mail.id }, 'the source of a mail is gone before it was read');
    await db.transact((trx) => deleteSpooled(trx, mail.id));
    return;
  }
  const isGivenUp = mail.attempts > MOST_ATTEMPTS;
  // These first: taken twice they change nothing, and the log would have the mail twice.
  const silent = isGivenUp ? GIVEN_UP : await readReports(parts, mail, raw);
  for (const messageId of mail.destinations.unsubscribes) await unsubscribeByMail(app, messageId);
  if (mail.destinations.postmasters.length > 0) await keepForPostmaster(parts, { mail, raw, isGivenUp });
  if (mail.destinations.entries.length > 0) {
    const entry = isGivenUp ? { said: GIVEN_UP, verdicts: UNKNOWN } : await readEntry(parts, mail, raw);
    await placeMail(parts, { mail, raw, ...entry });
    return;
  }
  if (silent !== undefined) log.warn({ inbound_id: mail.id, reason: silent.unreadable }, 'a report could not be read');
  await db.transact(async (trx) => {
    if (silent !== undefined) await layAside(trx, mail, { ...silent, expiresAt: clock.now() + ASIDE_MS });
    else await deleteSpooled(trx, mail.id);
  });
  if (silent === undefined) await blobs.delete([mail.source]);
}
