import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import type { SMTPServer } from 'smtp-server';
import { SMTPStream } from 'smtp-server/lib/smtp-stream.js';
import { describe, expect, it } from 'vitest';
import { unescapeByChunks } from './dot-stuffing.ts';

type Connection = SMTPServer['connections'] extends Set<infer One> ? One : never;

/** The library's parser, mended or as it is. */
function parserOf(isMended: boolean): SMTPStream {
  // Safe because nothing else of a connection is looked at.
  const connection = { _parser: false, _createParser: () => new SMTPStream() } as unknown as Connection;
  if (isMended) unescapeByChunks(connection);
  return connection._createParser();
}

/** What a parser makes of mails that come in pieces, each begun by a line `DATA`. */
async function parse(isMended: boolean, pieces: readonly Buffer[]) {
  const parser = parserOf(isMended);
  const commands: string[] = [];
  const mails: { content: string; whole: boolean; bytes: number; exceeds: boolean }[] = [];
  let chunks = 0;
  parser.oncommand = (line, next) => {
    commands.push(line.toString('latin1'));
    if (line.toString() === 'DATA') {
      const mail = { content: '', whole: false, bytes: 0, exceeds: false };
      mails.push(mail);
      const stream = parser.startDataMode(20);
      stream.on('data', (chunk: Buffer) => {
        chunks += 1;
        mail.content += chunk.toString('latin1');
      });
      stream.on('end', () => {
        Object.assign(mail, { whole: true, bytes: stream.byteLength, exceeds: stream.sizeExceeded });
        parser.continue();
      });
    }
    // Not at once: the library forgets the end of a mail that comes whole while it goes on after another.
    if (next !== undefined) void turn().then(next);
  };
  for (const piece of pieces) await new Promise<void>((resolve) => void parser.write(Buffer.from(piece), () => resolve()));
  await turn();
  return { result: { commands, mails }, chunks };
}

/** Cuts a text at places. */
function cut(text: string, places: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text, 'latin1');
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end)).filter((piece) => piece.length > 0);
}

describe('a mail on its way', () => {
  it('is what the library makes of it, whatever it is and however it is cut', async () => {
    const word = fc.constantFrom('.', '..', '\r', '\n', '\r\n', '\r\n.', '\r\n..', '\n.\r\n', '\r\n.\r\n', 'x', 'NOOP\r\n', 'DATA\r\n');
    const text = fc.array(word, { maxLength: 30 }).map((words) => `DATA\r\n${words.join('')}`);
    const places = fc.oneof(fc.constant([]), fc.array(fc.nat({ max: 120 }), { maxLength: 12 }), fc.constant([...Array(120).keys()]));
    await fc.assert(
      fc.asyncProperty(text, places, async (given, at) => {
        const pieces = cut(given, at);
        const [{ result }, { result: library }] = [await parse(true, pieces), await parse(false, pieces)];
        expect(result.commands).toEqual(library.commands);
        expect(result.mails.filter(({ whole }) => whole)).toEqual(library.mails.filter(({ whole }) => whole));
        // Of a mail that has not ended, the library holds back four bytes, whatever they are.
        const [open, held] = [result, library].map(({ mails }) => mails.find(({ whole }) => !whole)?.content);
        expect((open ?? '').slice(0, held?.length)).toBe(held ?? '');
        expect((open ?? '').length - (held ?? '').length).toBeLessThanOrEqual(4);
      }),
      { numRuns: 1000 },
    );
  });

  it('is the same where its lines are long and its dots far apart, or close together', async () => {
    const line = fc.tuple(fc.nat({ max: 3000 }), fc.constantFrom('\r\n', '\r\n.', '\r\n..', '.', '..', '\n..', '. '));
    const text = fc
      .array(line, { maxLength: 20 })
      .map((lines) => `DATA\r\n${lines.map(([x, end]) => 'x'.repeat(x) + end).join('')}\r\n.\r\n`);
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(), { maxLength: 5 }), async (given, at) => {
        const pieces = cut(given, at);
        expect((await parse(true, pieces)).result).toEqual((await parse(false, pieces)).result);
      }),
      { numRuns: 300 },
    );
  });

  it('comes in as many chunks as are sent, however many dots begin its lines', async () => {
    const mail = `DATA\r\n${'..\r\n'.repeat(10_000)}.\r\n`;
    const { result, chunks } = await parse(true, cut(mail, [10_000, 20_000, 30_000]));
    expect(result.mails).toEqual([{ content: '.\r\n'.repeat(10_000), whole: true, bytes: 30_000, exceeds: true }]);
    expect(chunks).toBe(4);
  });
});
