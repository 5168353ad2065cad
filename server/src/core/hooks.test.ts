import { describe, expect, it } from 'vitest';
import { createHooks, notification, question } from './hooks.ts';

const renamed = notification<[name: string]>('renamed');
const greeting = question<[name: string], string>('greeting');

describe('a notification', () => {
  it('may go unheard', async () => {
    expect(await createHooks().notify(renamed, 'a')).toBeUndefined();
  });

  it('reaches listeners one after another, in their order or the last first', async () => {
    const hooks = createHooks();
    const begun: string[] = [];
    for (const place of ['first', 'second'])
      hooks.on(renamed, async (name) => {
        begun.push(`${place} ${name} begins`);
        await Promise.resolve();
        begun.push(`${place} ${name} ends`);
      });
    await hooks.notify(renamed, 'a');
    expect(begun.splice(0)).toEqual(['first a begins', 'first a ends', 'second a begins', 'second a ends']);
    await hooks.notifyReversed(renamed, 'b');
    expect(begun).toEqual(['second b begins', 'second b ends', 'first b begins', 'first b ends']);
  });

  it('stops at the first listener that fails, whose error it hands on', async () => {
    const hooks = createHooks();
    const heard: string[] = [];
    hooks.on(renamed, () => Promise.reject(new Error('no')));
    hooks.on(renamed, async (name) => void heard.push(name));
    await expect(hooks.notify(renamed, 'a')).rejects.toThrow('no');
    expect(heard).toEqual([]);
  });

  it('reaches all listeners where they are called together, also beside one that fails', async () => {
    const hooks = createHooks();
    const heard: string[] = [];
    hooks.on(renamed, () => Promise.reject(new Error('no')));
    hooks.on(renamed, async (name) => void heard.push(name));
    await expect(hooks.notifyTogether(renamed, 'a')).rejects.toThrow('no');
    expect(heard).toEqual(['a']);
  });

  it('is another than one of the same name', async () => {
    const hooks = createHooks();
    hooks.on(notification<[string]>('renamed'), () => Promise.reject(new Error('another')));
    expect(await hooks.notify(renamed, 'a')).toBeUndefined();
  });
});

describe('a question', () => {
  it('has no answer where nobody has any', async () => {
    expect(await createHooks().ask(greeting, 'a')).toEqual([]);
  });

  it('has the answer of each in the order in which they subscribed', async () => {
    const hooks = createHooks();
    for (const place of ['first', 'second']) hooks.answer(greeting, async (name) => `${place} ${name}`);
    expect(await hooks.ask(greeting, 'a')).toEqual(['first a', 'second a']);
  });

  it('is no notification, nor is one a question', () => {
    const hooks = createHooks();
    // @ts-expect-error: nobody would use the answers.
    const notify = () => hooks.notify(greeting, 'a');
    // @ts-expect-error: listeners answer nothing.
    const ask = () => hooks.ask(renamed, 'a');
    expect([notify, ask]).toHaveLength(2);
  });
});
