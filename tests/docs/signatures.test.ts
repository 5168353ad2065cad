import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { guides } from './documents.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0QdQ1e4kFYo=';
const BODY = '{"type":"bounce","recipients":["grüße@example.net"]}';

const isMissing = spawnSync('python3', ['--version']).status !== 0;
if (isMissing) console.warn('what the guides show in Python is not run: there is no python3');

const programs = guides.flatMap(({ path, blocks }) =>
  blocks.filter(({ language }) => language === 'python').map(({ text }) => ({ path, text })),
);

/** What `is_genuine` of a program says. */
function isGenuine(program: string, signature: string): string {
  const call = `import sys\nprint(is_genuine(sys.stdin.buffer.read(), ${JSON.stringify(signature)}, ${JSON.stringify(SECRET)}))`;
  const { stdout, stderr } = spawnSync('python3', ['-c', `${program}\n${call}`], { input: BODY, encoding: 'utf8' });
  return stderr + stdout.trim();
}

describe.skipIf(isMissing)('Python in the guides', () => {
  it.each(programs)('tells a genuine webhook from a forged one, in $path', ({ text }) => {
    const signature = `sha256=${createHmac('sha256', SECRET).update(BODY).digest('hex')}`;
    expect(isGenuine(text, signature)).toBe('True');
    expect(
      isGenuine(
        text,
        signature.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
      ),
    ).toBe('False');
  });
});
