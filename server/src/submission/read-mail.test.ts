import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { createFairShare } from '../core/concurrency/fair-share.ts';
import { createSystemRandom } from '../core/crypto/random.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { LARGE_BYTES } from '../core/incoming/incoming.ts';
import { createTemporaryFiles } from '../core/incoming/temporary-file.ts';
import { createLargeRequestLimiter } from '../http/bodies/large-request-limiter.ts';
import type { MailReader } from '../mail-reader/mail-reader.ts';
import type { SubmittedMail } from '../mime/read-submitted.ts';
import { readMail } from './read-mail.ts';
import { refusalOf } from './replies.ts';

const READ = { subject: 'Hi' } as unknown as SubmittedMail;
const TOO_MUCH = { unreadable: 'Reading it took longer than 2000 ms.', unfinished: 'mail' } as const;

const noFile = () => Promise.reject(new Error('nothing here is large'));
const space = { memory: createFairShare(1e6), disk: createFairShare(1e6), openFile: noFile, awaitTurn: async () => undefined };

async function* mail() {
  yield Buffer.from('Subject: Hi\r\n\r\nHi.');
}

/** What becomes of a mail with a reader that answers so, and how often that was asked. */
async function submit(...answers: readonly unknown[]) {
  let asked = 0;
  const reader = { read: async () => answers[asked++] } as unknown as MailReader;
  const parts = { reader, space, largeRequests: createLargeRequestLimiter() };
  const answer = await readMail(mail(), parts, { tenantId: 't', resources: { defer: () => undefined } });
  return { asked, answer: answer instanceof ApiError ? refusalOf(answer) : answer };
}

describe('readMail', () => {
  it('refuses a mail for good that two readers have died of, and says what to do', async () => {
    const { asked, answer } = await submit(TOO_MUCH);
    expect(asked).toBe(1);
    expect(answer).toMatchObject({ responseCode: 554, message: expect.stringMatching(/^5\.6\.0 .*2000 ms.*twice.*POST \/v1\/email/) });
  });

  it('has the client keep a mail that the machine did not let be read', async () => {
    const busy = { unreadable: 'Reading it took longer than 2000 ms.', unfinished: 'machine' };
    expect(await submit(busy)).toMatchObject({ asked: 1, answer: { responseCode: 451 } });
    expect(await submit(READ)).toEqual({ asked: 1, answer: READ });
  });

  it('refuses at once what no second try would read', async () => {
    expect(await submit({ unreadable: 'It has more than 1000 parts.' })).toMatchObject({ asked: 1, answer: { responseCode: 554 } });
  });

  it('lets go of a large mail that waits for its turn once its client is gone', async () => {
    const [client, ends] = [new AbortController(), [] as (() => unknown)[]];
    const largeRequests = createLargeRequestLimiter({ most: 1 });
    await largeRequests.begin(1, { peer: 'other', resources: { defer: (release) => void ends.push(release) } });
    let asked = 0;
    const reader = { read: async () => (asked += 1) } as unknown as MailReader;
    const disk = createFairShare(2 ** 30);
    const parts = {
      reader,
      largeRequests,
      space: {
        memory: createFairShare(2 ** 30),
        disk,
        openFile: createTemporaryFiles({ directory: tmpdir(), random: createSystemRandom() }).open,
        awaitTurn: async () => undefined,
      },
    };
    const large = (async function* () {
      yield Buffer.alloc(2 * LARGE_BYTES, 'x');
    })();
    const read = readMail(large, parts, {
      tenantId: 't',
      resources: { defer: (release) => void ends.push(release) },
      signal: client.signal,
    });
    client.abort();
    expect(await read).toBeInstanceOf(ApiError);
    for (const end of ends) await end();
    expect(asked).toBe(0);
  });
});
