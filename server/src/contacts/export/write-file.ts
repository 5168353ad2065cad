import { limits } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import type { BlobRef, Blobs } from '../../blobs/blobs.ts';
import { DAY_MS } from '../../core/durations.ts';
import { headerText, rowsText } from './csv-text.ts';
import type { Export } from './export.ts';
import { listOldestAttributes, listOldestContacts } from './exported-contact-store.ts';
import { type Walk, walkContacts } from './walk-contacts.ts';

export interface ExportParts {
  readonly app: AppContext;
  readonly blobs: Blobs;
}

export interface ExportFile {
  readonly blob: BlobRef;
  /** Contacts in it. */
  readonly count: number;
}

export const KEPT_MS = 7 * DAY_MS;
/** Milliseconds for which the file is kept: a day more than the export, since it takes its time to be written. */
const BLOB_MS = KEPT_MS + DAY_MS;

/** Ends a file amid which a contact has an attribute that is no column of it. */
class MissingColumn extends Error {}

/** Returns the names of the attributes of contacts in order; undefined where they are too many for columns. */
async function findNames({ db }: AppContext, walk: Walk, mostPages = Number.POSITIVE_INFINITY): Promise<string[] | undefined> {
  const names = new Set<string>();
  let pages = 0;
  for await (const contacts of walkContacts(db, listOldestAttributes, walk)) {
    for (const { attributes } of contacts) for (const name of Object.keys(attributes)) names.add(name);
    if (names.size > limits.exportAttributes) return undefined;
    pages += 1;
    if (pages === mostPages) break;
  }
  return [...names].sort();
}

interface Columns {
  readonly names: readonly string[];
  /** What contacts have beside them ends the file, or is left out. */
  readonly others: 'end' | 'leave';
}

/** Writes the file under a key of this writer's own, in place of one that was ended. Throws MissingColumn. */
async function putFile({ app: { db }, blobs }: ExportParts, { id, tenantId, claim }: Export, walk: Walk & Columns): Promise<ExportFile> {
  const { names, others } = walk;
  const known = new Set(names);
  let count = 0;
  async function* text(): AsyncIterable<Uint8Array> {
    yield Buffer.from(headerText(names));
    for await (const contacts of walkContacts(db, listOldestContacts, walk)) {
      const isMissing = others === 'end' && contacts.some(({ attributes }) => Object.keys(attributes).some((name) => !known.has(name)));
      if (isMissing) throw new MissingColumn();
      yield Buffer.from(rowsText(contacts, names));
      count += contacts.length;
    }
  }
  const blob = { tenantId, key: `${tenantId}/exports/${id}/${claim}` };
  await blobs.put({ ...blob, content: text(), contentType: 'text/csv', expiresAt: walk.until + BLOB_MS });
  return { blob, count };
}

/** Writes the file of an export: at once where the first contacts have all attributes that there are, and else after a walk for their names. */
export async function writeFile(parts: ExportParts, claimed: Export, walk: Walk): Promise<ExportFile | 'too_many_columns'> {
  const first = await findNames(parts.app, walk, 1);
  if (first === undefined) return 'too_many_columns';
  try {
    return await putFile(parts, claimed, { ...walk, names: first, others: 'end' });
  } catch (error) {
    if (!(error instanceof MissingColumn)) throw error;
  }
  const names = await findNames(parts.app, walk);
  return names === undefined ? 'too_many_columns' : putFile(parts, claimed, { ...walk, names, others: 'leave' });
}
