import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { CLI, inherited } from '../support/processes/process.ts';

const run = promisify(execFile);

const bench = (name: string) =>
  run(process.execPath, [join(import.meta.dirname, `${name}.ts`), '--quick'], {
    env: { ...inherited, POSTHORN_PROGRAM: CLI },
  });

it('accepts mail at once from many, alone and in batches, and loses none', async () => {
  const { stdout } = await bench('accept');

  expect(stdout).toMatch(/sqlite, batch of 100 against raw inserts: ours \d+\/s/);
  expect(stdout).toMatch(/postgres, batch of 100 against raw inserts: ours \d+\/s/);
});

it('sends what was accepted, single mails and a broadcast, and loses none', async () => {
  const { stdout } = await bench('drain');

  expect(stdout).toMatch(/sqlite, signed drain of a broadcast .*: broadcast \d+\/s/);
  expect(stdout).toMatch(/postgres, signed drain of a broadcast .*: broadcast \d+\/s/);
});
