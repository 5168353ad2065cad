import type { Call } from '../../support/server.ts';

interface Entry {
  readonly email: string;
  readonly created_at: number;
}

/** All entries, page by page. */
export async function walk(call: Call, path: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let cursor: number | null | undefined; cursor !== null; ) {
    const { body } = await call('GET', `${path}${cursor === undefined ? '' : `&cursor=${cursor}`}`);
    entries.push(...body.data);
    cursor = body.next_cursor;
  }
  return entries;
}

export const emailsOf = (entries: readonly Entry[]) => entries.map(({ email }) => email);

/** Addresses in the order of their numbers. */
export const numbered = (count: number) => Array.from({ length: count }, (_, index) => `n${index}@example.net`);
