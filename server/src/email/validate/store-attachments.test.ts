import { describe, expect, it } from 'vitest';
import type { NewBlob } from '../../blobs/blobs.ts';
import { createVirtualClock } from '../../core/clock.ts';
import { type EmailAttachments, type RequestFiles, storeAttachments } from './store-attachments.ts';

const NOW = 1_750_000_000_000;
const file = { filename: 'a b', contentType: 'text/plain', contentId: null, size: 1 };

function storer() {
  const puts: NewBlob[] = [];
  const put = async (blob: NewBlob) => puts.push(blob);
  const parts = { app: { clock: createVirtualClock(NOW) }, blobs: { put } };
  return { puts, store: (email: EmailAttachments, files: RequestFiles) => storeAttachments(parts, email, files) };
}

describe('storing the attachments of a request', () => {
  it('puts what came inline into the folder of its message and refers to what is there already', async () => {
    const { puts, store } = storer();
    const attachments = [
      { ...file, content: Buffer.from('x') },
      { ...file, storageKey: 'ten_a/msg_0/c' },
      { ...file, content: Buffer.from('y') },
    ];
    const id = 'msg_1';
    const stored = await store({ tenantId: 'ten_a', messageId: id, attachments }, new Map());
    expect(stored.map(({ storageKey }) => storageKey)).toEqual([`ten_a/${id}/a_b`, 'ten_a/msg_0/c', `ten_a/${id}/3-a_b`]);
    expect(puts.map(({ key, content }) => [key, String(content)])).toEqual([
      [`ten_a/${id}/a_b`, 'x'],
      [`ten_a/${id}/3-a_b`, 'y'],
    ]);
    expect(puts[0]).toMatchObject({ contentType: 'text/plain', expiresAt: NOW + 24 * 60 * 60 * 1000 });
  });

  it('stores nothing again when the request is validated again', async () => {
    const { puts, store } = storer();
    const files: RequestFiles = new Map();
    const email = (messageId: string) => ({ tenantId: 'ten_a', messageId, attachments: [{ ...file, content: Buffer.from('x') }] });
    const [first, second] = [await store(email('msg_1'), files), await store(email('msg_2'), files)];
    expect([await store(email('msg_1'), files), await store(email('msg_2'), files)]).toEqual([first, second]);
    expect(first).not.toEqual(second);
    expect(puts.length).toBe(2);
  });
});
