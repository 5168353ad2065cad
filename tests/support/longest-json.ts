import { vi } from 'vitest';

/** The longest text that the server's own thread parses as JSON or writes as such while something is done. */
export async function longestJson(work: () => Promise<unknown>): Promise<number> {
  const parse = vi.spyOn(JSON, 'parse');
  const stringify = vi.spyOn(JSON, 'stringify');
  try {
    await work();
    const parsed = parse.mock.calls.map(([text]) => text.length);
    const written = stringify.mock.results.map(({ value }) => String(value).length);
    return Math.max(...parsed, ...written);
  } finally {
    parse.mockRestore();
    stringify.mockRestore();
  }
}
