import type { AppContext } from '../../app-context.ts';
import { groupByBytes } from '../../core/group-by-bytes.ts';
import { lockMessages } from '../write-store.ts';
import { eraseInBodies, listOwnBodies } from './content-erasure-store.ts';

/** The most bytes of bodies of one transaction, unless one body has more: on SQLite it blocks the process. */
const BYTES_AT_ONCE = 512 * 1024;

/** Messages that are addressed to an address. */
export interface MessagePage {
  readonly messageIds: readonly string[];
  readonly email: string;
}

/** Erases an address in the bodies of messages, few in each transaction. */
export async function eraseBodies({ db }: AppContext, { messageIds, email }: MessagePage): Promise<void> {
  const bodies = await listOwnBodies(db.read, messageIds);
  for (const group of groupByBytes(bodies, { most: BYTES_AT_ONCE, bytesOf: ({ bytes }) => bytes ?? BYTES_AT_ONCE })) {
    const ids = group.map(({ id }) => id);
    await db.transact(async (trx) => {
      // Of two erasures in one body, the second must see what the first has written.
      await lockMessages(
        trx,
        group.map(({ messageId }) => messageId),
      );
      await eraseInBodies(trx, { ids, email });
    });
  }
}
