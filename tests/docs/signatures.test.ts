import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useFolder } from '../support/folder.ts';
import { guides } from './documents.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0QdQ1e4kFYo=';
const BODY = '{"type":"bounce","recipients":["grüße@example.net"]}';

interface Language {
  readonly command: readonly string[];
  readonly file: string;
  /** What proves that it is there. */
  readonly version: string;
  /** Makes a program of what a guide shows: it reads the body, and takes signature and secret. */
  readonly program: (shown: string) => string;
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  python: {
    command: ['python3'],
    file: 'it.py',
    version: '--version',
    program: (shown) => `${shown}\nimport sys\nprint(is_genuine(sys.stdin.buffer.read(), *sys.argv[1:]))`,
  },
  php: {
    command: ['php'],
    file: 'it.php',
    version: '--version',
    program: (shown) => `<?php\n${shown}\necho is_genuine(stream_get_contents(STDIN), $argv[1], $argv[2]) ? 'True' : 'False';`,
  },
  ruby: {
    command: ['ruby'],
    file: 'it.rb',
    version: '--version',
    program: (shown) => `${shown}\nputs genuine?(STDIN.binmode.read, *ARGV) ? 'True' : 'False'`,
  },
  go: {
    command: ['go', 'run'],
    file: 'it.go',
    version: 'version',
    program: (shown) =>
      `package main\nimport ("fmt"; "io"; "os"; "strings")\n${shown}\nfunc main() {\n` +
      'body, _ := io.ReadAll(os.Stdin)\nsaid := fmt.Sprint(isGenuine(body, os.Args[1], os.Args[2]))\n' +
      'fmt.Println(strings.ToUpper(said[:1]) + said[1:])\n}',
  },
};

const programs = guides.flatMap(({ path, blocks }) =>
  blocks.flatMap(({ language, text }) => {
    const found = LANGUAGES[language];
    return found === undefined || !/genuine/i.test(text) ? [] : [{ path, language, text, ...found }];
  }),
);

const isMissing = ({ command: [name = ''], version }: Language) => spawnSync(name, [version]).status !== 0;

describe('webhooks', () => {
  const folder = useFolder();

  it('are verified in every language', () => {
    expect(programs.map(({ language }) => language)).toEqual(expect.arrayContaining(Object.keys(LANGUAGES)));
  });

  it.for(programs)('are told from forged ones in $language, in $path', (program, { skip }) => {
    skip(isMissing(program), `there is no ${program.command[0]}`);
    const [name = '', ...args] = program.command;
    const file = join(folder, program.file);
    writeFileSync(file, program.program(program.text));
    const says = (signature: string) => {
      const { stdout, stderr } = spawnSync(name, [...args, file, signature, SECRET], { input: BODY, encoding: 'utf8' });
      return stderr + stdout.trim();
    };
    const signature = `sha256=${createHmac('sha256', SECRET).update(BODY).digest('hex')}`;
    expect(says(signature)).toBe('True');
    expect(says(signature.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')))).toBe('False');
  });
});
