import { describe, expect, it } from 'vitest';
import { createHooks, hook } from './hooks.ts';

const asked = hook<[name: string], string>('asked');

describe('hooks', () => {
  it('call nobody where nobody has subscribed', async () => {
    expect(await createHooks().call(asked, 'a')).toEqual([]);
  });

  it('call subscribers one after another, in their order or the last first', async () => {
    const hooks = createHooks();
    const begun: string[] = [];
    for (const place of ['first', 'second'])
      hooks.on(asked, async (name) => {
        begun.push(`${place} begins`);
        await Promise.resolve();
        begun.push(`${place} ends`);
        return `${place} ${name}`;
      });
    expect(await hooks.call(asked, 'a')).toEqual(['first a', 'second a']);
    expect(begun).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
    expect(await hooks.callReversed(asked, 'b')).toEqual(['second b', 'first b']);
  });

  it('stop at the first subscriber that fails, whose error they hand on', async () => {
    const hooks = createHooks();
    hooks.on(asked, () => Promise.reject(new Error('no')));
    hooks.on(asked, () => Promise.reject(new Error('never asked')));
    await expect(hooks.call(asked, 'a')).rejects.toThrow('no');
  });

  it('keep hooks of one name apart', async () => {
    const hooks = createHooks();
    hooks.on(hook<[string], string>('asked'), async () => 'another');
    expect(await hooks.call(asked, 'a')).toEqual([]);
  });
});
