import { afterEach, describe, expect, it } from 'vitest';
import { ApiError } from '../core/api-error.ts';
import { createFairShare } from '../core/concurrency/fair-share.ts';
import { toApiError } from '../core/operation/to-api-error.ts';
import { createLog } from '../log.ts';
import { createLargeJson, type LargeJson } from './large-json.ts';
import { writeError } from './respond.ts';

const MEGABYTE = 1024 * 1024;
const body = (size: number) => ({ size, blocks: [new TextEncoder().encode('{"a":1}')] });

describe('large texts of JSON', () => {
  let largeJson: LargeJson;
  const ends: (() => void)[] = [];
  /** A request of a peer that does not end before it is told to. */
  const parse = (peer: string, size: number) => {
    const held = { until: (giveBack: () => void) => void ends.push(giveBack) };
    return largeJson.parse(body(size), { peer, held, budget: createFairShare(1) });
  };
  afterEach(() => largeJson.stop());

  it('leave room for others, whatever one sender holds and waits for', async () => {
    largeJson = createLargeJson();
    const parsed = { value: { a: 1 } };
    await parse('greedy', 10 * MEGABYTE);
    const waiting = [1, 2, 3].map(() => parse('greedy', 10 * MEGABYTE));
    expect(await parse('honest', 10 * MEGABYTE)).toEqual(parsed);
    for (const end of ends) end();
    ends.length = 0;
    expect(await waiting[0]).toEqual(parsed);
    void Promise.allSettled(waiting);
  });

  it('are refused once they have waited too long for memory', async () => {
    largeJson = createLargeJson(20);
    await parse('a', 32 * MEGABYTE);
    await expect(parse('b', MEGABYTE)).rejects.toMatchObject({ code: 'service_unavailable', headers: { 'Retry-After': '1' } });
  });

  it('are to be sent again where no thread parses them, which is a warning', async () => {
    largeJson = createLargeJson();
    await largeJson.stop();
    const error = toApiError(await parse('a', MEGABYTE).catch((thrown: unknown) => thrown));
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => void lines.push(line) });
    const answer = writeError(error, { requestId: 'req_1', headers: {} } as never, log);
    expect(error).toBeInstanceOf(ApiError);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(lines).toEqual([expect.stringMatching(/"level":40.*workers are stopped/)]);
  });
});
