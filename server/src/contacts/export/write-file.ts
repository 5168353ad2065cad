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
  /** Number of contacts in it. */
  readonly count: number;
}

export const KEPT_MS = 7 * DAY_MS;
/** Milliseconds for which the file is kept: a day more than the export, since writing it takes a while. */
const BLOB_MS = KEPT_MS + DAY_MS;

/** Ends a file when a contact has an attribute without a column. */
class MissingColumn extends Error {}

/** Returns the sorted names of the contacts' attributes; undefined if there are too many for columns. */
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
  /** Whether another attribute of a contact ends the file or is left out. */
  readonly others: 'end' | 'leave';
}

/** Writes the file under this writer's own key, replacing one that was ended. Throws MissingColumn. */
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

/**
 * Writes the file of an export: directly if the first contacts have every attribute that occurs, otherwise after a walk that collects the
 * names.
 */
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
