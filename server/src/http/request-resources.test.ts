import { describe, expect, it } from 'vitest';
import { withResources } from './request-resources.ts';

describe('withResources', () => {
  it('releases what was deferred, in its order, once the work has ended', async () => {
    const calls: string[] = [];
    const result = await withResources(async ({ defer }) => {
      defer(() => void calls.push('first'));
      defer(async () => void calls.push('second'));
      calls.push('work');
      return 'done';
    });
    expect(result).toBe('done');
    expect(calls).toEqual(['work', 'first', 'second']);
  });

  it('releases all, whatever one release throws, and throws the first fault', async () => {
    const calls: string[] = [];
    const running = withResources(async ({ defer }) => {
      defer(() => {
        throw new Error('at once');
      });
      defer(() => Promise.reject(new Error('later')));
      defer(() => void calls.push('last'));
    });
    await expect(running).rejects.toThrow('at once');
    expect(calls).toEqual(['last']);
  });

  it('throws what the work has thrown, whatever a release throws after it', async () => {
    const calls: string[] = [];
    const running = withResources(async ({ defer }) => {
      defer(() => Promise.reject(new Error('release')));
      defer(() => void calls.push('last'));
      throw new Error('work');
    });
    await expect(running).rejects.toThrow('work');
    expect(calls).toEqual(['last']);
  });
});
