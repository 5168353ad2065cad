import type { AppContext } from '../app-context.ts';
import { attachmentKey, expireUnused } from '../attachments/index.ts';
import type { Decision } from './intake/submission.ts';
import type { RequestFiles } from './validate/store-attachments.ts';

/** Returns the messages of which more than a row was stored. */
function keptIn(decision: Decision): Set<string> {
  if (decision.kind !== 'answered') return new Set();
  const items = 'data' in decision.result ? decision.result.data : [decision.result];
  return new Set(items.flatMap(({ message_id: id, status }) => (id === null || status === 'suppressed' ? [] : [id])));
}

/**
 * Lets files go that were stored for a request that was not accepted in the end. A try of it that was committed has them in use.
 * Where that fails the answer stands, and the files go with their time.
 */
export async function discardFiles(
  { db, clock, log }: AppContext,
  { tenantId, stored, decision }: { tenantId: string; stored: RequestFiles; decision: Decision },
): Promise<void> {
  const kept = keptIn(decision);
  const keys = [...stored].flatMap(([messageId, files]) => {
    const folder = attachmentKey({ tenantId, messageId, name: '' });
    return kept.has(messageId) ? [] : files.map(({ storageKey }) => storageKey).filter((key) => key.startsWith(folder));
  });
  if (keys.length === 0) return;
  await expireUnused(db.write, { keys, now: clock.now() }).catch((error) => log.warn({ err: error }, 'files stay until they expire'));
}
