import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { normalizeEscapes } from './percent-encoding.ts';

describe('escapes of a target', () => {
  it.each(['/v1/email', '/v1/%41', '/v1/%E2%9C%93?a=%F0%9F%98%80', '/%25', '/a+b?c=d%20e'])('stay as they are: %s', (target) => {
    expect(normalizeEscapes(target)).toBe(target);
  });

  it.each([
    ['/%', '/%25'],
    ['/%zz', '/%25zz'],
    ['/%f', '/%25f'],
    ['/%FF', '/%25FF'],
    ['/%41%FF', '/%2541%25FF'],
    ['/%E2%9C', '/%25E2%259C'],
    ['/%%41', '/%25%41'],
    ['/%E9?a=%E2%9C%93&b=%E9', '/%25E9?a=%E2%9C%93&b=%25E9'],
    ['/%ED%A0%80', '/%25ED%25A0%2580'],
    ['/%C0%AF', '/%25C0%25AF'],
  ])('are mended where no decoder reads them: %s', (target, mended) => {
    expect(normalizeEscapes(target)).toBe(mended);
  });

  it('come out of the router as they are written where they are broken', async () => {
    const hono = new Hono();
    hono.get('/:name', (c) => c.json([c.req.param('name'), c.req.query('q')]));
    const read = async (target: string) => (await hono.request(target)).json();
    const decode = (text: string) =>
      text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) => {
        try {
          return decodeURIComponent(run);
        } catch {
          return run;
        }
      });
    const parts = ['%', '%4', '%41', '%FF', '%E2%9C%93', '%E2', 'a', '%25', '+', '%2', '%c3', '%a9', '%zz'];
    for (let seed = 1; seed < 3000; seed += 1) {
      const text = Array.from({ length: 6 }, (_, index) => parts[((seed * (index + 7) * 2654435761) >>> 7) % parts.length]).join('');
      const target = normalizeEscapes(`http://x/${text}?q=${text}`);
      expect(await read(target)).toEqual([decode(text), decode(text.replaceAll('+', ' '))]);
    }
  });

  it('make one error at most, however many are broken', () => {
    const { prepareStackTrace } = Error;
    let errors = 0;
    Error.prepareStackTrace = () => {
      errors += 1;
    };
    try {
      decodeURIComponent(normalizeEscapes('/'.padEnd(16_000, '%FF%')));
    } finally {
      Error.prepareStackTrace = prepareStackTrace;
    }
    expect(errors).toBeLessThan(2);
  });
});
