import { createPrivateKey } from 'node:crypto';
import { limits } from '@posthorn/contract';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { greedyThreads } from '../../../../tests/support/greedy-thread.ts';
import { mailInput } from '../../../../tests/support/mail/mail-input.ts';
import { composeSignedMail } from './compose-signed-mail.ts';
import { createComposer } from './composer.ts';

describe('the composer of mails', () => {
  // What it may compute is its limit; how long that takes is the machine's.
  const composer = createComposer({ mostMs: 3_600_000 });
  afterAll(composer.stop);
  const signing = { domain: 'send.example', selector: 's1', privateKey: createPrivateKey(inject('keyPair').privateKey) };
  const withFile = (bytes: number) =>
    mailInput({ attachments: [{ filename: 'a.bin', contentType: 'application/pdf', content: Buffer.alloc(bytes, 'file ') }] });

  it('hands what is large over to a thread, which makes the same of it', async () => {
    const expected = await composeSignedMail({ input: withFile(1_000_000), signing });
    const input = withFile(1_000_000);
    const raw = await composer.compose({ input, signing }, 'ten_1');
    expect(raw.equals(expected)).toBe(true);
    expect(input.attachments.map(({ content }) => content.length)).toEqual([0]);
  });

  it('makes what is small itself', async () => {
    const input = withFile(1000);
    expect((await composer.compose({ input, signing }, 'ten_1')).equals(await composeSignedMail({ input, signing }))).toBe(true);
    expect(input.attachments.map(({ content }) => content.length)).toEqual([1000]);
  });

  it('says why a large one cannot be composed, and makes the next', async () => {
    const input = { ...withFile(1_000_000), headers: { From: 'x@y.example' } };
    await expect(composer.compose({ input, signing }, 'ten_1')).rejects.toThrow('From is not a header for the sender to set');
    expect((await composer.compose({ input: withFile(1_000_000), signing }, 'ten_1')).length).toBeGreaterThan(1_000_000);
  });

  it.each([
    ['time', { file: greedyThreads.time, limitMs: 50 }, 'took longer than 50 ms'],
    ['memory', { file: greedyThreads.memory, heapMb: 16 }, 'memory limit'],
  ])('says so of one that takes too much %s', async (_case, thread, fault) => {
    const limited = createComposer(thread);
    await expect(limited.compose({ input: withFile(1_000_000), signing }, 'ten_1')).rejects.toThrow(fault);
    await limited.stop();
  });

  it('makes the largest there may be within its limits', async () => {
    const input = { ...withFile(limits.attachmentsBytes), html: 'ä'.repeat(2 * limits.htmlBytes), text: 'ä'.repeat(limits.textBytes / 2) };
    expect((await composer.compose({ input, signing }, 'ten_1')).length).toBeGreaterThan(limits.attachmentsBytes);
  });
});
