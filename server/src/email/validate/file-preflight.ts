import type { AppContext } from '../../app-context.ts';
import { type DraftMessage, isForNobody } from '../../messages/index.ts';
import { findSuppressed } from '../../suppressions/index.ts';
import { findBytesLeft, type PlannedRequest } from '../intake/find-bytes-left.ts';

/** Decides before inline attachments are stored whether their email would be accepted. */
export interface FilePreflight {
  /** Returns whether the message would be accepted and goes to anybody. `bytes`: size of its inline attachments, on top of the body. */
  wouldKeep(message: DraftMessage, bytes: number): Promise<boolean>;
}

/**
 * Reads without locks, and nothing before the first call. Admission decides: a request that it would accept although this said no is
 * validated again, without a preflight.
 */
export function createFilePreflight(app: AppContext, request: PlannedRequest): FilePreflight {
  let left: number | undefined;

  async function isForSomebody(message: DraftMessage): Promise<boolean> {
    const { tenantId, id, stream, recipients } = message;
    const addressees = recipients.map(({ email }) => ({ tenantId, id, stream, email }));
    const found = await findSuppressed(app, app.db.read, addressees);
    const suppressed = new Set([...found].map(({ email }) => email));
    return !isForNobody(message, { now: app.clock.now(), suppressed });
  }

  return {
    async wouldKeep(message, bytes) {
      left ??= await findBytesLeft(app, request);
      const needed = message.bodyBytes + bytes;
      if (needed > left || !(await isForSomebody(message))) return false;
      left -= needed;
      return true;
    },
  };
}

/** Has every file stored. */
export const NO_PREFLIGHT: FilePreflight = { wouldKeep: async () => true };
