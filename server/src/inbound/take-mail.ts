import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { announce } from '../events/index.ts';
import { lockLogTimes, writeLogTimes } from '../tenants/index.ts';
import { authenticateMail, type MailResolver } from './authenticate-mail.ts';
import { parseMail } from './parse-mail.ts';
import { presentInbound } from './present.ts';
import type { ArrivedMail, LoggedMail } from './received-mail.ts';
import { insertInbound } from './store.ts';

export interface InboundParts {
  readonly app: AppContext;
  readonly blobs: Blobs;
  readonly resolver: MailResolver;
}

const LOG = 'last_inbound_at';
/** How long a source stays that no log came to name. */
const UNNAMED_MS = 24 * 60 * 60 * 1000;

type Unplaced = Omit<LoggedMail, 'createdAt'>;

/** One log entry for each tenant with a recipient, however many it has. */
async function describe(
  { app: { newId, clock }, resolver }: InboundParts,
  { raw, envelopeFrom, client }: ArrivedMail,
  owners: ReadonlyMap<string, readonly string[]>,
): Promise<Unplaced[]> {
  const [parsed, verdicts] = await Promise.all([parseMail(raw), authenticateMail(resolver, { raw, envelopeFrom, client })]);
  const now = clock.now();
  return [...owners].map(([tenantId, recipients]) => {
    const id = newId('inb', now);
    return {
      ...verdicts,
      id,
      tenantId,
      eventId: newId('evt', now),
      envelopeFrom,
      recipients,
      fromAddress: parsed.from?.address ?? envelopeFrom,
      fromName: parsed.from?.name ?? null,
      to: parsed.to,
      subject: parsed.subject,
      messageId: parsed.messageId,
      inReplyTo: parsed.inReplyTo,
      size: raw.length,
      attachments: parsed.attachments.map(({ filename, contentType, content }) => ({ filename, contentType, size: content.length })),
      blobKey: `${tenantId}/${id}/raw`,
    };
  });
}

/** Takes a mail into the logs of the tenants that its recipients belong to; all is durable once this resolves. */
export async function takeMail(
  parts: InboundParts,
  mail: ArrivedMail,
  owners: ReadonlyMap<string, readonly string[]>,
): Promise<LoggedMail[]> {
  const { app, blobs } = parts;
  const { db, clock } = app;
  const unplaced = await describe(parts, mail, owners);
  const expiresAt = clock.now() + UNNAMED_MS;
  for (const { tenantId, blobKey } of unplaced) {
    if (blobKey !== null) await blobs.put({ tenantId, key: blobKey, content: mail.raw, expiresAt });
  }
  return db.transact(async (trx) => {
    const tenantIds = unplaced.map(({ tenantId }) => tenantId);
    const lastAt = await lockLogTimes(trx, { log: LOG, tenantIds });
    const placed = unplaced.flatMap((entry): LoggedMail[] => {
      const last = lastAt.get(entry.tenantId);
      return last === undefined ? [] : [{ ...entry, createdAt: Math.max(clock.now(), last + 1) }];
    });
    await insertInbound(trx, placed);
    await writeLogTimes(trx, { log: LOG, times: new Map(placed.map(({ tenantId, createdAt }) => [tenantId, createdAt])) });
    await announce(
      app,
      trx,
      placed.map((entry) => ({
        id: entry.eventId,
        tenantId: entry.tenantId,
        type: 'inbound.received',
        contactId: null,
        data: { inbound: presentInbound(entry) },
        at: entry.createdAt,
      })),
    );
    return placed;
  });
}
