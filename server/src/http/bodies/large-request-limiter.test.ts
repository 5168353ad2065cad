import { describe, expect, it } from 'vitest';
import { createOwnerSemaphores } from '../../core/concurrency/owner-semaphores.ts';
import { createLargeRequestLimiter } from './large-request-limiter.ts';

const MEGABYTE = 1024 * 1024;
const turn = () => new Promise((next) => setImmediate(next));

/** Large works of peers, none of which ends before it is told to. */
function worksOf(waitMs?: number) {
  const works = createLargeRequestLimiter(waitMs === undefined ? {} : { waitMs });
  const begun: string[] = [];
  const begin = (name: string, size: number, signal?: AbortSignal) => {
    const ends: (() => unknown)[] = [];
    const resources = { defer: (release: () => unknown) => void ends.push(release) };
    const running = works.begin(size, { peer: name.slice(0, 1), resources, signal }).then(() => void begun.push(name));
    return { running, end: () => ends.forEach((release) => void release()) };
  };
  return { works, begun, begin };
}

describe('large works', () => {
  it('leave room for others, whatever one sender holds and waits for', async () => {
    const { begun, begin } = worksOf();
    const first = begin('a1', 10 * MEGABYTE);
    await first.running;
    const others = ['a2', 'a3', 'b1'].map((name) => begin(name, 10 * MEGABYTE));
    await others[2]?.running;
    expect(begun).toEqual(['a1', 'b1']);
    first.end();
    await others[0]?.running;
    expect(begun).toEqual(['a1', 'b1', 'a2']);
    others[0]?.end();
    await others[1]?.running;
  });

  it('are refused once they have waited too long', async () => {
    const { begin } = worksOf(20);
    await begin('a', 32 * MEGABYTE).running;
    await expect(begin('b', MEGABYTE).running).rejects.toMatchObject({ code: 'service_unavailable', headers: { 'Retry-After': '1' } });
  });

  it('are given up where the client is gone, and take nothing then', async () => {
    const { begun, begin } = worksOf();
    const first = begin('a', 32 * MEGABYTE);
    await first.running;
    const client = new AbortController();
    const gone = begin('b', 32 * MEGABYTE, client.signal);
    const last = begin('c', 32 * MEGABYTE);
    client.abort();
    await expect(gone.running).rejects.toMatchObject({ code: 'invalid_json', detail: 'The body broke off.' });
    await expect(begin('d', 1, AbortSignal.abort()).running).rejects.toMatchObject({ detail: 'The body broke off.' });
    first.end();
    await last.running;
    expect(begun).toEqual(['a', 'c']);
  });

  it('hold no permit of their tenant from when they wait', async () => {
    const works = createLargeRequestLimiter();
    const semaphores = createOwnerSemaphores({ most: 1, waitMs: 60_000, tooLong: () => new Error('too long') });
    const small = Promise.withResolvers<void>();
    const ends: (() => unknown)[] = [];
    await works.begin(32 * MEGABYTE, { peer: 'other', resources: { defer: (release) => void ends.push(release) } });
    const begun: string[] = [];
    const large = semaphores.run('t', async ({ releasePermit }) => {
      await works.begin(MEGABYTE, { peer: 't', resources: { releasePermit, defer: () => undefined } });
      begun.push('large');
    });
    void semaphores.run('t', async () => {
      begun.push('small');
      await small.promise;
    });
    await turn();
    expect(begun).toEqual(['small']);
    for (const release of ends) void release();
    await large;
  });

  it('do not wait for the permit that those of their tenant have acquired since', async () => {
    const works = createLargeRequestLimiter();
    const semaphores = createOwnerSemaphores({ most: 1, waitMs: 60_000, tooLong: () => new Error('too long') });
    const uploading = new Promise<void>(() => undefined);
    const large = semaphores.run('t', async ({ releasePermit }) => {
      await turn();
      await works.begin(MEGABYTE, { peer: 't', resources: { releasePermit, defer: () => undefined } });
      return 'done';
    });
    void semaphores.run('t', () => uploading);
    expect(await large).toBe('done');
  });
});
