import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeContent } from './encode-content.ts';

const wireOf = (raw: string) => Buffer.concat([...encodeContent(Buffer.from(raw, 'latin1'))]).toString('latin1');
/** As a server reads it (RFC 5321, section 4.5.2). */
const received = (wire: string) => wire.slice(0, -3).replaceAll(/(?<=^|\r\n)\./g, '');
const withCrlf = (text: string) => text.replaceAll(/\r\n?|\n/g, '\r\n');
const piece = fc.constantFrom(
  'a',
  '.',
  '..',
  '\r\n',
  '\n',
  '\r',
  'é',
  'x\r\n.\r\ny',
  'y'.repeat(1000),
  'z'.repeat(200_000),
  '.'.repeat(300),
);

describe('encodeContent', () => {
  it('arrives as it was, with CRLF for whatever ended a line, and has no end but its own', () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
        const raw = pieces.join('');
        const wire = wireOf(raw);
        const whole = withCrlf(raw);
        expect(received(wire)).toBe(whole.endsWith('\r\n') ? whole : `${whole}\r\n`);
        expect(wire.indexOf('\r\n.\r\n')).toBe(wire.length - 5);
        expect(wire).not.toMatch(/\r(?!\n)|(?<!\r)\n/);
      }),
      { numRuns: 500 },
    );
  });

  it('ends an empty mail', () => {
    expect(wireOf('')).toBe('\r\n.\r\n');
  });
});
