import type { AppContext } from '../app-context.ts';
import { fitPage } from '../db/fit-page.ts';
import { toKeysetPage } from '../db/keyset.ts';
import { presentBroadcast } from './present.ts';
import { type BroadcastPage, listDraftBytes, listNewestBroadcasts } from './store.ts';

/** Returns a page of a tenant's broadcasts, newest first. The page ends early if a full one would be large. */
export async function listBroadcasts({ db }: AppContext, tenantId: string, asked: BroadcastPage) {
  const page = await fitPage(asked, (request) => listDraftBytes(db.read, tenantId, request));
  return toKeysetPage(await listNewestBroadcasts(db.read, tenantId, page), page.limit, presentBroadcast);
}
