import type { AppContext } from '../../app-context.ts';
import { type DraftMessage, isForNobody } from '../../messages/index.ts';
import { findSuppressed } from '../../suppressions/index.ts';
import { findBytesLeft, type PlannedRequest } from '../intake/find-bytes-left.ts';

/** Tells before files are stored whether they would be kept: what is refused, or goes to nobody, stores nothing. */
export interface FilePreflight {
  /** `bytes`: of the files, which come on top of the body. */
  wouldKeep(message: DraftMessage, bytes: number): Promise<boolean>;
}

/**
 * Looks without locks, and only for requests that bring files. Admission decides: what it would keep although this
 * said no is validated again, without being asked.
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

/** Keeps every file. */
export const NO_PREFLIGHT: FilePreflight = { wouldKeep: async () => true };
