import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readReport } from './read-report.ts';
import type { ReturnedMail } from './returned-mail.ts';

/** A folder of real reports, with a `truth.json` that says what each is. */
const CORPUS = process.env.BOUNCE_CORPUS ?? join(import.meta.dirname, '../../../../shared/corpora/bounces');

interface Expected {
  readonly file: string;
  readonly kind: 'bounce' | 'complaint' | 'auto-reply';
  readonly events: readonly { readonly hard: boolean; readonly reason?: string }[];
}

interface Read {
  readonly expected: Expected;
  readonly mail: ReturnedMail;
}

function read(raw: Buffer): Promise<ReturnedMail> {
  const [, returnPath = 'unknown@example.com'] = /^return-path:[ \t]*<?([^>\r\n]*)>?[ \t]*$/im.exec(raw.toString('latin1')) ?? [];
  return readReport(raw, returnPath);
}

const isHard = ({ expected }: Read) => expected.events.some(({ hard }) => hard);
const suppresses = ({ mail }: Read) =>
  mail.kind === 'status' && mail.reports.some((report) => report.type === 'bounce' && report.class === 'hard');
const share = <T>(items: readonly T[], test: (item: T) => boolean) => items.filter(test).length / items.length;
const percent = (part: number) => `${Math.round(1000 * part) / 10} %`;

/** The last number in the name of a file. */
const isOdd = ({ expected }: Read) => Number(/(\d+)\D*$/.exec(expected.file)?.[1] ?? 0) % 2 === 1;

function figuresOf(bounces: readonly Read[]) {
  const hard = bounces.filter(isHard);
  const others = bounces.filter((item) => !isHard(item));
  return {
    bounces: bounces.length,
    recognised: percent(share(bounces, ({ mail }) => mail.kind === 'status')),
    hard: hard.length,
    found: percent(share(hard, suppresses)),
    others: others.length,
    wrong: percent(share(others, suppresses)),
  };
}

function byReason(bounces: readonly Read[]) {
  const groups = Map.groupBy(bounces, ({ expected }) => expected.events[0]?.reason ?? '');
  return Object.fromEntries(
    [...groups].map(([reason, items]) => {
      const hard = items.filter(isHard);
      const wrong = items.filter((item) => !isHard(item) && suppresses(item));
      return [reason, { mails: items.length, hard: hard.length, found: hard.filter(suppresses).length, wrong: wrong.length }];
    }),
  );
}

describe.runIf(existsSync(CORPUS))('real reports', () => {
  it('are told apart as well as they have to be', async () => {
    // Safe because the corpus describes itself so.
    const truth = JSON.parse(readFileSync(join(CORPUS, 'truth.json'), 'utf8')) as Expected[];
    const all = await Promise.all(
      truth.map(async (expected) => ({ expected, mail: await read(readFileSync(join(CORPUS, expected.file))) })),
    );
    const of = (kind: Expected['kind']) => all.filter(({ expected }) => expected.kind === kind);
    const bounces = of('bounce');
    const halves = {
      all: figuresOf(bounces),
      odd: figuresOf(bounces.filter(isOdd)),
      even: figuresOf(bounces.filter((item) => !isOdd(item))),
    };
    const figures = Object.entries({ ...halves, ...byReason(bounces) });
    process.stdout.write(figures.map(([name, figure]) => `${name} ${JSON.stringify(figure)}\n`).join(''));
    expect(bounces.length).toBeGreaterThan(50);
    expect(share(bounces, ({ mail }) => mail.kind === 'status')).toBeGreaterThanOrEqual(0.99);
    expect(share(bounces.filter(isHard), suppresses)).toBeGreaterThanOrEqual(0.85);
    expect(
      share(
        bounces.filter((item) => !isHard(item)),
        suppresses,
      ),
    ).toBeLessThanOrEqual(0.05);
    expect(share(of('complaint'), ({ mail }) => mail.kind === 'complaint')).toBe(1);
    expect(share(of('auto-reply'), ({ mail }) => mail.kind === 'auto_reply')).toBe(1);
  });
});
