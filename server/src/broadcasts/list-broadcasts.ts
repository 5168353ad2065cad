import type { AppContext } from '../app-context.ts';
import { type KeysetRequest, toKeysetPage } from '../db/keyset.ts';
import { presentBroadcast } from './present.ts';
import { listDraftBytes, listNewestBroadcasts } from './store.ts';

/** Of what the broadcasts of a page say, but for those of the first. */
const PAGE_BYTES = 4 * 1024 * 1024;

/** Returns how many rows fit on a page, one at least. */
function countFitting(sizes: readonly number[]): number {
  let bytes = 0;
  const over = sizes.findIndex((size) => {
    bytes += size;
    return bytes > PAGE_BYTES;
  });
  return over === -1 ? sizes.length : Math.max(1, over);
}

/** Returns a page of a tenant's broadcasts, newest first. It ends early where a whole one would be large. */
export async function listBroadcasts({ db }: AppContext, tenantId: string, page: KeysetRequest) {
  const fitting = countFitting(await listDraftBytes(db.read, tenantId, page));
  const limit = Math.max(1, Math.min(page.limit, fitting));
  return toKeysetPage(await listNewestBroadcasts(db.read, tenantId, { ...page, limit }), limit, presentBroadcast);
}
