import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ReturnedMail, readReport } from './read-report.ts';

/** A folder of real reports, by BOUNCE_CORPUS, with a `truth.json` that says what each is. */
const CORPUS = process.env.BOUNCE_CORPUS ?? '';

interface Expected {
  readonly file: string;
  readonly kind: 'bounce' | 'complaint' | 'auto-reply';
  readonly events: readonly { readonly hard: boolean }[];
}

function read(raw: Buffer): Promise<ReturnedMail> {
  const [, returnPath = 'unknown@example.com'] = /^return-path:[ \t]*<?([^>\r\n]*)>?[ \t]*$/im.exec(raw.toString('latin1')) ?? [];
  return readReport(raw, returnPath);
}

const isBounce = (mail: ReturnedMail) => mail.kind === 'status' && mail.reports.some(({ type }) => type === 'bounce');
const suppresses = (mail: ReturnedMail) =>
  mail.kind === 'status' && mail.reports.some((report) => report.type === 'bounce' && report.class === 'hard');
const share = <T>(items: readonly T[], test: (item: T) => boolean) => items.filter(test).length / items.length;

describe.runIf(CORPUS !== '')('real reports', () => {
  const load = async () => {
    // Safe because the corpus describes itself so.
    const truth = JSON.parse(readFileSync(join(CORPUS, 'truth.json'), 'utf8')) as Expected[];
    return Promise.all(truth.map(async (expected) => ({ expected, mail: await read(readFileSync(join(CORPUS, expected.file))) })));
  };
  const isHard = ({ events }: Expected) => events.some(({ hard }) => hard);

  it('are told apart as well as they have to be', async () => {
    const read = await load();
    const bounces = read.filter(({ expected }) => expected.kind === 'bounce');
    const of = (kind: Expected['kind']) => read.filter(({ expected }) => expected.kind === kind);
    expect(bounces.length).toBeGreaterThan(50);
    expect(share(bounces, ({ mail }) => isBounce(mail))).toBeGreaterThanOrEqual(0.98);
    const hard = bounces.filter(({ expected }) => isHard(expected));
    expect(share(hard, ({ mail }) => suppresses(mail))).toBeGreaterThanOrEqual(0.9);
    const others = bounces.filter(({ expected }) => !isHard(expected));
    expect(share(others, ({ mail }) => suppresses(mail))).toBeLessThanOrEqual(0.05);
    expect(share(of('complaint'), ({ mail }) => mail.kind === 'complaint')).toBe(1);
    expect(share(of('auto-reply'), ({ mail }) => mail.kind === 'auto_reply')).toBe(1);
  });
});
