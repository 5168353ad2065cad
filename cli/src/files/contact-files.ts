import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ContactExport, ContactImport, ImportOptions } from '@posthorn/sdk';
import { createProgress } from '../output/progress.ts';
import { retryUntilReachable } from '../service/retry-until-reachable.ts';
import type { Session } from '../service/session.ts';
import { fileBlob } from './file-blob.ts';

const ASK_EVERY_MS = 1000;

const isOver = ({ status }: ContactImport | ContactExport) => !['pending', 'processing'].includes(status);

/** Asks how far a job is until it has ended. Goes on while the service cannot be reached, since the job does as well. */
async function untilOver<T extends ContactImport | ContactExport>(
  { print }: Session,
  ask: () => Promise<T>,
  onStep?: (job: T) => void,
): Promise<T> {
  for (;;) {
    const job = await retryUntilReachable(print, ask);
    if (job !== undefined) onStep?.(job);
    if (job !== undefined && isOver(job)) return job;
    await wait(ASK_EVERY_MS);
  }
}

/** Uploads a CSV file and returns its import; the rows are worked off later. */
export async function uploadImport(
  { tenant }: Session,
  path: string,
  fields: Pick<ImportOptions, 'audience_id' | 'contact_status'>,
): Promise<string> {
  const file = new File([await fileBlob(path, 'text/csv')], basename(path), { type: 'text/csv' });
  const { import_id: id } = await tenant().contacts.import(file, fields);
  return id;
}

/** Waits for an import, showing how far it is. */
export async function watchImport(session: Session, id: string): Promise<ContactImport> {
  const { tenant, terminal } = session;
  const { contacts } = tenant();
  const progress = createProgress(terminal);
  try {
    return await untilOver(
      session,
      () => contacts.getImport(id),
      ({ processed_rows: done, total_rows: total }) => progress.show(done, total),
    );
  } finally {
    progress.end();
  }
}

/** Has all contacts exported to a file and waits until it is done. */
export async function makeExport(session: Session): Promise<ContactExport> {
  const { contacts } = session.tenant();
  const { export_id: id } = await contacts.export();
  return untilOver(session, () => contacts.getExport(id));
}
