import type { AppContext } from '../../app-context.ts';
import { lockMessages } from '../write-store.ts';
import { eraseInBodies, listOwnBodies, type OwnBody } from './content-erasure-store.ts';

/** Bytes of bodies in one transaction, but for those of one body: on SQLite nothing else of the process goes on amid it. */
const BYTES_AT_ONCE = 512 * 1024;

/** Messages whose bodies quote an address. */
export interface MessagePage {
  readonly messageIds: readonly string[];
  readonly email: string;
}

function groupByBytes(bodies: readonly OwnBody[]): OwnBody[][] {
  const groups: OwnBody[][] = [];
  let bytes = BYTES_AT_ONCE;
  for (const body of bodies) {
    bytes += body.bytes ?? BYTES_AT_ONCE;
    if (bytes > BYTES_AT_ONCE) {
      groups.push([]);
      bytes = body.bytes ?? BYTES_AT_ONCE;
    }
    groups.at(-1)?.push(body);
  }
  return groups;
}

/** Blanks an address in what messages say, body by body where they are large. */
export async function eraseBodies({ db }: AppContext, { messageIds, email }: MessagePage): Promise<void> {
  for (const group of groupByBytes(await listOwnBodies(db.read, messageIds))) {
    const ids = group.map(({ id }) => id);
    await db.transact(async (trx) => {
      // Of two erasures in one body the second must see what the first has written.
      await lockMessages(
        trx,
        group.map(({ messageId }) => messageId),
      );
      await eraseInBodies(trx, { ids, email });
    });
  }
}
