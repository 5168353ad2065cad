import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { createFairShare } from '../../core/concurrency/fair-share.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { Incoming } from '../../core/incoming/incoming.ts';
import { toApiError } from '../../core/operation/to-api-error.ts';
import { createLog } from '../../log.ts';
import { createFaultLog } from '../fault-log.ts';
import { writeError } from '../respond.ts';
import { createLargeJsonParser, type LargeJsonParser } from './large-json-parser.ts';
import { createLargeRequestLimiter } from './large-request-limiter.ts';

const MEGABYTE = 1024 * 1024;

describe('large texts of JSON', () => {
  let largeJson: LargeJsonParser;
  /** A request that does not end, and whether its body was read. */
  const parse = (peer: string, size: number, text = '{"a":1}'.padEnd(size)) => {
    const read = { is: false };
    const byFile: Incoming['byFile'] = async (work) => {
      read.is = true;
      const file = await open(place, 'w+');
      await file.writeFile(text);
      return work(file.fd).finally(() => file.close());
    };
    const share = createFairShare(1);
    const openFile = () => Promise.reject(new Error('it is read already'));
    const space = { memory: share, disk: share, openFile, awaitTurn: async () => undefined };
    return {
      read,
      answer: largeJson.parse({ size, byFile }, { peer, resources: { defer: () => undefined }, space, stream: Readable.from([]) }),
    };
  };
  const place = join(tmpdir(), `posthorn-large-json-${process.pid}`);
  afterEach(async () => {
    await largeJson.stop();
    rmSync(place, { force: true });
  });

  it('are read once it is their turn, and not before', async () => {
    largeJson = createLargeJsonParser(createLargeRequestLimiter({ waitMs: 20 }));
    expect(await parse('a', 32 * MEGABYTE).answer).toEqual({ value: { a: 1 } });
    const { read, answer } = parse('b', MEGABYTE);
    await expect(answer).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(read.is).toBe(false);
  });

  it('are to be sent again where their file cannot be read whole, and the next one is parsed', async () => {
    largeJson = createLargeJsonParser(createLargeRequestLimiter());
    await expect(parse('a', MEGABYTE, '{"a":1}').answer).rejects.toMatchObject({
      name: 'Unavailable',
      cause: { message: expect.stringContaining('ends after 7') },
    });
    expect(await parse('a', MEGABYTE).answer).toEqual({ value: { a: 1 } });
  });

  it('are to be sent again where no thread parses them, which is a warning', async () => {
    largeJson = createLargeJsonParser(createLargeRequestLimiter());
    await largeJson.stop();
    const error = toApiError(await parse('a', MEGABYTE).answer.catch((thrown: unknown) => thrown));
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => void lines.push(line) });
    const answer = writeError(error, { requestId: 'req_1', headers: {} } as never, createFaultLog(log));
    expect(error).toBeInstanceOf(ApiError);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(lines).toEqual([expect.stringMatching(/"level":40.*workers are stopped/)]);
  });
});
