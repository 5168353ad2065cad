import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { type Chunks, handOver, startChunks } from '../../../tests/support/mail/chunks.ts';
import type { AppContext } from '../app-context.ts';
import type { MessageBody } from '../messages/index.ts';
import type { OutgoingMail } from '../provider/provider.ts';
import { createLargeBodies } from './large-bodies.ts';
import { type RenderedMail, renderedMail } from './render-shared-mail.ts';

const READ_TOGETHER = 4 * 1024 * 1024;
const LARGE = 900_000;
const FIT_TOGETHER = Math.floor(READ_TOGETHER / LARGE);

/** Lines of one letter, so that a mail says them as they are. */
const textOf = (letter: string, length: number) => `${letter.repeat(59)}\n`.repeat(length / 60);
const largeTexts = (letters: string) => [...letters].map((letter) => textOf(letter, LARGE));
const said = ({ raw }: OutgoingMail) => raw.subarray(raw.indexOf('\r\n\r\n')).toString().trim().replaceAll('\r\n', '\n');

const isBody = (row: unknown): row is { id: string; text: string } =>
  typeof row === 'object' && row !== null && 'text' in row && typeof row.text === 'string';

/** Notes the bytes of the bodies that each statement has read. `afterFirst` is done before the first is looked at. */
function watchBodies(afterFirst: (app: AppContext) => Promise<unknown> = async () => undefined) {
  const read: number[] = [];
  const around = (app: AppContext): AppContext => {
    const { db } = app;
    const watched = db.read.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        const bodies = result.rows.filter(isBody);
        if (bodies.length === 0) return result;
        read.push(bodies.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0));
        if (read.length === 1) await afterFirst(app);
        return result;
      },
    });
    return { ...app, db: { ...db, read: watched } };
  };
  return { read, around };
}

describe.each(engines)('many large mails on $name', (engine) => {
  let chunks: Chunks;
  let mails: OutgoingMail[];
  const send = async (mail: OutgoingMail) => {
    mails.push(mail);
    return handOver(mail);
  };
  beforeEach(async () => {
    chunks = await startChunks(engine);
    mails = [];
  });
  afterEach(() => chunks.close());

  const deliveredTexts = () => mails.map(said).toSorted();
  const statuses = async () => (await chunks.messages()).map(({ status }) => status);

  it('are all delivered as they are, and not read together beyond 4 MiB', async () => {
    const texts = largeTexts('abcdefghijkl');
    const { read, around } = watchBodies();
    await chunks.deliver(await chunks.accept(texts), send, { around, bytesInFlight: 100_000_000 });
    expect(deliveredTexts()).toEqual(texts.map((text) => text.trim()));
    expect(read.toSorted((a, b) => b - a)).toEqual([FIT_TOGETHER * LARGE, ...Array(texts.length - FIT_TOGETHER).fill(LARGE)]);
    expect(await statuses()).toEqual(texts.map(() => 'sent'));
  });

  it('have small ones read together, by one statement', async () => {
    const small = Array.from({ length: 30 }, (_, place) => textOf(String.fromCodePoint(0x41 + place), 60));
    const large = largeTexts('uvwxyz');
    const { read, around } = watchBodies();
    await chunks.deliver(await chunks.accept([...large, ...small]), send, { around, bytesInFlight: 100_000_000 });
    expect(read).toEqual([FIT_TOGETHER * LARGE + 30 * 60, LARGE, LARGE]);
    expect(deliveredTexts()).toEqual([...small, ...large].map((text) => text.trim()).toSorted());
  });

  it('fail where a body is gone by its turn', async () => {
    const letters = 'abcdef';
    const { read, around } = watchBodies(({ db }) => db.write.deleteFrom('message_bodies').execute());
    await chunks.deliver(await chunks.accept(largeTexts(letters)), send, { around });
    expect(read).toHaveLength(1);
    expect((await statuses()).toSorted()).toEqual([
      ...Array(letters.length - FIT_TOGETHER).fill('failed'),
      ...Array(FIT_TOGETHER).fill('sent'),
    ]);
  });

  it("of broadcasts are made their readers' own", async () => {
    const texts = largeTexts('abcdef');
    const ids = await chunks.accept(texts);
    await chunks.db.write.updateTable('messages').set({ broadcast_id: 'brd_1' }).execute();
    const asked: string[] = [];
    const around = (app: AppContext) => {
      app.hooks.answer(renderedMail, async (shared) => {
        asked.push(...shared.map(({ messageId }) => messageId));
        const own = ({ messageId, body }: (typeof shared)[number]): RenderedMail => {
          return { kind: 'ready', subject: 'own', html: null, text: `${messageId} ${body.text?.[0]}` };
        };
        return new Map(shared.map((mail) => [mail.messageId, own(mail)]));
      });
      return app;
    };
    await chunks.deliver(ids, send, { around });
    expect(asked.toSorted()).toEqual(ids.toSorted());
    expect(deliveredTexts()).toEqual(ids.map((id, place) => `${id} ${texts[place]?.[0]}`).toSorted());
  });

  it('in test mode are not read at their turn', async () => {
    const ids = await chunks.accept(largeTexts('abcdef'));
    await chunks.db.write.updateTable('messages').set({ test_mode: 1 }).execute();
    const { read, around } = watchBodies();
    await chunks.deliver(ids, send, { around });
    expect(read).toEqual([FIT_TOGETHER * LARGE]);
    expect(mails).toEqual([]);
  });
});

describe('createLargeBodies', () => {
  const bodyOf = (id: string): MessageBody => ({ id, html: null, text: id, headers: {}, replyTo: [], attachments: [] });
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  function start(bytesInFlight: number) {
    const found: string[] = [];
    const find = async ({ id }: { id: string }) => {
      found.push(id);
      return bodyOf(id);
    };
    const bodies = createLargeBodies({ find, bytesInFlight });
    const use = (id: string) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const answer = bodies.withBody('ten_1', { id, unreadBytes: 1000 }, async (body) => `${await promise} ${body?.text}`);
      return { answer, resolve, reject };
    };
    return { found, use };
  }

  it('reads no more than there is room for, and the next as one is done with', async () => {
    const { found, use } = start(2000);
    const [a, b, c] = ['a', 'b', 'c'].map(use);
    await turn();
    expect(found).toEqual(['a', 'b']);
    a?.resolve('done');
    expect(await a?.answer).toBe('done a');
    await turn();
    expect(found).toEqual(['a', 'b', 'c']);
    b?.reject(new Error('failed'));
    await expect(b?.answer).rejects.toThrow('failed');
    c?.resolve('done');
    expect(await c?.answer).toBe('done c');
  });

  it('reads what is worked on by several at once only once, and keeps it no longer', async () => {
    const { found, use } = start(2000);
    const works = [use('a'), use('a')];
    await turn();
    for (const { resolve } of works) resolve('done');
    expect(await Promise.all(works.map(({ answer }) => answer))).toEqual(['done a', 'done a']);
    expect(found).toEqual(['a']);
    const later = use('a');
    later.resolve('later');
    expect(await later.answer).toBe('later a');
    expect(found).toEqual(['a', 'a']);
  });
});
