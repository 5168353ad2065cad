import type { AppContext } from '../app-context.ts';
import { attachmentKey, expireUnused } from '../attachments/index.ts';
import type { Decision } from './intake/admission-request.ts';
import type { RequestFiles } from './validate/store-attachments.ts';

/** Returns the ids of messages that were accepted with their files. */
function keptIn(decision: Decision): Set<string> {
  if (decision.kind !== 'accepted') return new Set();
  const items = 'data' in decision.result ? decision.result.data : [decision.result];
  return new Set(items.flatMap(({ message_id: id, status }) => (id === null || status === 'suppressed' ? [] : [id])));
}

/**
 * Expires files that were stored for emails that were not accepted; files that a committed try uses stay. A failure is logged only: the
 * files then stay until they expire by themselves.
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
