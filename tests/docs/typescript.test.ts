import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guides, ROOT } from './documents.ts';

const run = promisify(execFile);
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const OPTIONS = [
  '--strict',
  '--module',
  'nodenext',
  '--target',
  'es2024',
  '--noEmit',
  '--types',
  'node',
  '--ignoreConfig',
  '--skipLibCheck',
];

const programs = guides
  .map(({ path, blocks }) => ({ path, program: blocks.flatMap(({ language, text }) => (language === 'ts' ? [text] : [])).join('\n') }))
  .filter(({ program }) => program !== '');

let folder = '';
const install = (name: string, from: string) => symlinkSync(realpathSync(join(ROOT, from)), join(folder, 'node_modules', name));

// The blocks of a guide are one program, which its reader writes from top to bottom.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-guides-'));
  for (const scope of ['@types', '@posthorn']) mkdirSync(join(folder, 'node_modules', scope), { recursive: true });
  install('@types/node', 'node_modules/@types/node');
  install('@posthorn/sdk', 'sdk');
  install('@posthorn/contract', 'contract');
  install('resend', 'tests/node_modules/resend');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function compile(program: string): Promise<string> {
  const file = join(folder, 'program.ts');
  writeFileSync(file, program);
  const { stdout } = await run(process.execPath, [TSC, ...OPTIONS, '--allowImportingTsExtensions', file], { cwd: folder }).catch(
    (fault) => fault,
  );
  return stdout;
}

describe('TypeScript in the guides', () => {
  it.each(programs)('compiles in $path', async ({ program }) => {
    expect(await compile(program)).toBe('');
  });

  it('would not compile if it called what the SDK does not have', async () => {
    const program = "import { Posthorn } from '@posthorn/sdk';\nawait new Posthorn({ apiKey: 'a', baseUrl: 'b' }).email.fly();\n";
    expect(await compile(program)).toContain("Property 'fly' does not exist");
  });
});
