import { vi } from 'vitest';

/** Returns the length of the longest text that the server's own thread parses or writes as JSON during some work. */
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
