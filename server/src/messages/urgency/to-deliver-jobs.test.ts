import { describe, expect, it } from 'vitest';
import type { NewJob } from '../../queue/queue.ts';
import { createRecentMail } from './recent-mail.ts';
import { toDeliverJobs } from './to-deliver-jobs.ts';

const MINUTE = 60_000;
const messages = (tenantId: string, count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: `${tenantId}${place}`, tenantId }));

const idsOf = ({ payload }: NewJob) => ('message_ids' in payload ? payload.message_ids : []);

describe('toDeliverJobs', () => {
  it('makes a tenant less urgent the more it has had', () => {
    const recent = createRecentMail();
    const priorities = Array.from({ length: 64 }, () => toDeliverJobs(recent, messages('a', 100), 0)[0]?.priority ?? 0);
    expect(priorities).toEqual(priorities.toSorted((left, right) => right - left));
    expect(priorities[0]).toBeLessThan(0);
    expect(priorities.at(-1)).toBe(0 - Math.floor(Math.log2(6400 / 8)));
    expect(toDeliverJobs(recent, messages('b', 1), 0)).toEqual([{ queue: 'deliver', payload: { message_ids: ['b0'] }, priority: 0 }]);
  });

  it('forgets with time', () => {
    const recent = createRecentMail();
    toDeliverJobs(recent, messages('a', 6400), 0);
    expect(toDeliverJobs(recent, messages('a', 1), 0)[0]?.priority).toBe(-9);
    expect(toDeliverJobs(recent, messages('a', 1), 5 * MINUTE)[0]?.priority).toBe(-4);
    expect(toDeliverJobs(recent, messages('a', 1), 60 * MINUTE)[0]?.priority).toBe(0);
  });

  it('has tenants of one urgency share chunks, and leaves nobody out', () => {
    const recent = createRecentMail();
    const all = [...messages('a', 4), ...messages('b', 3), ...messages('c', 500)];
    const jobs = toDeliverJobs(recent, all, 0);
    expect(jobs.filter(({ priority }) => priority === 0)).toEqual([
      { queue: 'deliver', payload: { message_ids: ['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'b2'] }, priority: 0 },
    ]);
    const chunks = jobs.map(idsOf);
    expect(chunks.flat().toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    expect(Math.max(...chunks.map((ids) => ids.length))).toBe(50);
  });

  it('lets mail wait, and that alone, of whoever had very many, and that of broadcasts', () => {
    const recent = createRecentMail();
    const queuesOf = (jobs: readonly NewJob[]) => [...new Set(jobs.map(({ queue }) => queue))];
    for (let count = 0; count < 1023; count += 11) expect(queuesOf(toDeliverJobs(recent, messages('a', 11), 0))).toEqual(['deliver']);
    expect(queuesOf(toDeliverJobs(recent, messages('a', 1), 0))).toEqual(['deliver_flood']);
    expect(queuesOf(toDeliverJobs(recent, messages('b', 1), 0))).toEqual(['deliver']);
    expect(queuesOf(toDeliverJobs(recent, messages('a', 1), 10 * MINUTE))).toEqual(['deliver']);
    const mixed = [...messages('c', 2), { id: 'd0', tenantId: 'd', bulk: true }];
    expect(toDeliverJobs(recent, mixed, 0)).toEqual([
      { queue: 'deliver', payload: { message_ids: ['c0', 'c1'] }, priority: 0 },
      { queue: 'deliver_bulk', payload: { message_ids: ['d0'] }, priority: 0 },
    ]);
  });

  it('lets mail of a tenant wait of which there is much at once, beside that of others', () => {
    const at = (count: number) => toDeliverJobs(createRecentMail(), [...messages('a', count), ...messages('b', 2)], 0);
    const sizesOf = (jobs: readonly NewJob[]) => jobs.map((job) => [job.queue, idsOf(job).length]);
    expect(sizesOf(at(19))).toEqual([
      ['deliver', 19],
      ['deliver', 2],
    ]);
    expect(sizesOf(at(70))).toEqual([
      ['deliver_flood', 50],
      ['deliver_flood', 20],
      ['deliver', 2],
    ]);
  });

  it('has no urgency that time can turn back', () => {
    const recent = createRecentMail();
    toDeliverJobs(recent, messages('a', 1000), MINUTE);
    expect(toDeliverJobs(recent, messages('a', 1000), 0)[0]?.priority).toBe(-7);
  });
});
