import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ContactExport, ContactImport } from '@posthorn/sdk';
import { createProgress } from '../output/progress.ts';
import type { Session } from '../service/session.ts';
import { fileBlob } from './file-blob.ts';

const ASK_EVERY_MS = 1000;

const isOver = ({ status }: ContactImport | ContactExport) => !['pending', 'processing'].includes(status);

/** Asks how far a job is until it has ended. */
async function untilOver<T extends ContactImport | ContactExport>(ask: () => Promise<T>, onStep: (job: T) => void): Promise<T> {
  for (;;) {
    const job = await ask();
    onStep(job);
    if (isOver(job)) return job;
    await wait(ASK_EVERY_MS);
  }
}

/** Uploads a CSV file and returns its import, whose rows are worked off later. */
export async function uploadImport({ tenant }: Session, path: string): Promise<string> {
  const file = new File([await fileBlob(path, 'text/csv')], basename(path), { type: 'text/csv' });
  const { import_id: id } = await tenant().contacts.import(file);
  return id;
}

/** Waits for an import, showing how far it is. */
export async function watchImport({ tenant, terminal }: Session, id: string): Promise<ContactImport> {
  const { contacts } = tenant();
  const progress = createProgress(terminal);
  try {
    return await untilOver(
      () => contacts.getImport(id),
      ({ processed_rows: done, total_rows: total }) => progress.show(done, total),
    );
  } finally {
    progress.end();
  }
}

/** Has all contacts written into a file and waits for it. */
export async function makeExport({ tenant }: Session): Promise<ContactExport> {
  const { contacts } = tenant();
  const { export_id: id } = await contacts.export();
  return untilOver(
    () => contacts.getExport(id),
    () => undefined,
  );
}
