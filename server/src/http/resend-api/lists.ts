import type { Domain } from '@posthorn/contract';
import { ApiError } from '../../core/errors/api-error.ts';
import type { AnswerOf, OperationKey } from '../call-operation.ts';
import { noSuchItem, type PageFault, readPage, type WantedPage } from './read-page.ts';

/** Returns a page of a list of `/v1`. */
export type AskList = <K extends Extract<OperationKey, `${string}.list`>>(
  key: K,
  query: Readonly<Record<string, string>>,
) => Promise<AnswerOf<K>>;

/** A page of a list in the shape that Resend's clients read. */
export interface ListPart<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

export type Query = Readonly<Record<string, string>>;

/** A log of `/v1`, from newest to oldest. */
interface Log<T> {
  page(query: Query): Promise<{ readonly data: readonly T[]; readonly next_cursor: number | null }>;
  /** Returns the cursor with which the log continues after an entry; undefined if there is none. */
  cursorAfter(id: string): Promise<number | undefined>;
}

/** Returns a page of a log. */
export async function listLog<T>({ page, cursorAfter }: Log<T>, query: Query): Promise<ListPart<T> | PageFault> {
  const wanted = readPage(query);
  if (wanted instanceof ApiError) return wanted;
  const { limit, after, before } = wanted;
  if (before !== undefined)
    return new ApiError(
      'validation_failed',
      { field: 'before' },
      { detail: 'before: This list goes from newest to oldest alone; use `after`.' },
    );
  const cursor = after === undefined ? undefined : await cursorAfter(after);
  if (after !== undefined && cursor === undefined) return noSuchItem('after');
  const { data, next_cursor: next } = await page({ limit: String(limit), ...(cursor === undefined ? {} : { cursor: String(cursor) }) });
  return { items: data, hasMore: next !== null };
}

/** Returns the requested page from the start of a list; undefined if more of the list is needed. */
function cut<T extends { id: string }>(
  items: readonly T[],
  { limit, after, before }: WantedPage,
  isWhole: boolean,
): ListPart<T> | PageFault | undefined {
  const place = (id: string) => items.findIndex((item) => item.id === id);
  if (before !== undefined) {
    const end = place(before);
    if (end === -1) return isWhole ? noSuchItem('before') : undefined;
    return { items: items.slice(Math.max(end - limit, 0), end), hasMore: end > limit };
  }
  const start = after === undefined ? 0 : place(after) + 1;
  if (after !== undefined && start === 0) return isWhole ? noSuchItem('after') : undefined;
  if (items.length <= start + limit && !isWhole) return undefined;
  return { items: items.slice(start, start + limit), hasMore: items.length > start + limit };
}

/** Returns a page of a list that is there as a whole. */
export function listWhole<T extends { id: string }>(items: readonly T[], query: Query): ListPart<T> | PageFault {
  const wanted = readPage(query);
  if (wanted instanceof ApiError) return wanted;
  return cut(items, wanted, true) ?? { items: [], hasMore: false };
}

/** Returns a page of the tenant's domains: since there are few, they are read from the first on. */
export async function listDomains(ask: AskList, query: Query): Promise<ListPart<Domain> | PageFault> {
  const wanted = readPage(query);
  if (wanted instanceof ApiError) return wanted;
  const items: Domain[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: AnswerOf<'domains.list'> = await ask('domains.list', { limit: '100', ...(cursor === undefined ? {} : { cursor }) });
    items.push(...page.data);
    cursor = page.next_cursor;
    const found = cut(items, wanted, cursor === null);
    if (found !== undefined) return found;
  }
  return { items: [], hasMore: false };
}
