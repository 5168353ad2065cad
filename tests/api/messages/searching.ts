import { expect } from 'vitest';
import type { TestTenant } from '../../support/server.ts';

export type Query = Readonly<Record<string, string | number>>;

/** Asks for a search. */
export const ask = (tenant: TestTenant, query: Query) =>
  tenant.call(
    'GET',
    `/v1/messages/search?${new URLSearchParams(Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)])))}`,
  );

/** Asks for a page of a search, and expects one. */
export async function page(tenant: TestTenant, query: Query) {
  const { status, body } = await ask(tenant, query);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

/** The subjects of all pages, in order, and how many pages there were. */
export async function walk(tenant: TestTenant, query: Query) {
  const subjects: string[] = [];
  let [pages, cursor]: [number, number | null] = [0, null];
  do {
    const found: { data: { subject: string }[]; next_cursor: number | null; searched_until: number | null } = await page(tenant, {
      ...query,
      ...(cursor === null ? {} : { cursor }),
    });
    expect(found.searched_until === null).toBe(found.next_cursor === null);
    subjects.push(...found.data.map(({ subject }) => subject));
    cursor = found.next_cursor;
    pages += 1;
  } while (cursor !== null);
  return { subjects, pages };
}

/** The subjects of all that a search finds. */
export const found = async (tenant: TestTenant, query: Query) => (await walk(tenant, query)).subjects;
