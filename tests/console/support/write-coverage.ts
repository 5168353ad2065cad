import { setTimeout } from 'node:timers/promises';
import { accountContract, adminContract, contract, type Operation, writes } from '@posthorn/contract';
import type { Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { SHOWN } from '../written.ts';

/** Operations that change something, by method and path. */
export const writing: ReadonlyMap<string, Operation> = new Map(
  [contract, accountContract, adminContract]
    .flatMap((table) => Object.values(table).flatMap((resource): Operation[] => Object.values(resource)))
    .filter(writes)
    .map((operation) => [`${operation.method} ${operation.path}`, operation]),
);

const isParameter = (part: string) => part.startsWith('{');

/** Returns which operation a request is one of: where two have its form, the one that names more of it. */
function nameOf(method: string, path: string): string | undefined {
  const parts = path.split('/');
  const fitting = [...writing].filter(([, operation]) => {
    const known = operation.path.split('/');
    return (
      operation.method === method && known.length === parts.length && known.every((part, at) => isParameter(part) || part === parts[at])
    );
  });
  const named = ({ path }: Operation) => path.split('/').filter((part) => !isParameter(part)).length;
  return fitting.sort(([, one], [, other]) => named(other) - named(one))[0]?.[0];
}

/** How long an answer that a test holds back is waited for. */
const LATE_MS = 30_000;

/** Keeps what a page and its frames have changed. Returns what waits for the answers that are on their way: without them nothing is known to be done. */
export function recordWrites(page: Page, written: Set<string>): () => Promise<unknown> {
  const underWay = new Map<Request, PromiseWithResolvers<void>>();
  const nameOfRequest = (request: Request) => nameOf(request.method(), new URL(request.url()).pathname);
  const context = page.context();
  context.on('request', (request) => {
    if (nameOfRequest(request) !== undefined) underWay.set(request, Promise.withResolvers());
  });
  const end = (request: Request) => {
    underWay.get(request)?.resolve();
    underWay.delete(request);
  };
  context.on('requestfailed', end);
  context.on('response', (response) => {
    const request = response.request();
    const name = response.ok() ? nameOfRequest(request) : undefined;
    if (name !== undefined) written.add(name);
    end(request);
  });
  return () =>
    Promise.race([Promise.all([...underWay.values()].map(({ promise }) => promise)), setTimeout(LATE_MS, undefined, { ref: false })]);
}

/** The last test of a suite: what it is named for was called from the console's pages. */
export function itHasWritten(suite: keyof typeof SHOWN, visit: () => { readonly written: ReadonlySet<string> }): void {
  it('has changed something by each operation that it shows', () => {
    expect(SHOWN[suite].filter((name) => !visit().written.has(name))).toEqual([]);
  });
}
