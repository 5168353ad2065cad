import { API_VERSION } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../cli/src/program.ts';
import { posthorn } from '../support/command-line.ts';

describe('posthorn', () => {
  it('says its version in one line', async () => {
    expect(await posthorn(['--version'])).toEqual({ code: 0, stdout: `${API_VERSION}\n`, stderr: '' });
  });

  it('lists its commands', async () => {
    const { code, stdout } = await posthorn(['--help']);
    expect(code).toBe(0);
    for (const command of ['start', 'serve', 'worker', 'migrate']) expect(stdout).toMatch(new RegExp(`^ +${command} `, 'm'));
  });

  it('refuses what it does not know, and leaves stdout alone', async () => {
    expect(await posthorn(['fly'])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining("unknown command 'fly'") });
    expect(await posthorn(['serve', '--fly'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('describes each command, and shows how each noun is used', () => {
    const nouns = createProgram().commands.filter(({ commands }) => commands.length > 0);
    expect(nouns.length).toBeGreaterThan(5);
    for (const noun of nouns) {
      for (const { description } of [noun, ...noun.commands].map((command) => ({ description: command.description() })))
        expect(description).toMatch(/\.$/);
      let help = '';
      noun
        .configureOutput({
          writeOut: (text) => {
            help += text;
          },
        })
        .outputHelp();
      expect(help).toMatch(new RegExp(`Examples:\n  \\$ posthorn ${noun.name()} `));
    }
  });

  it('shows the options of all commands in the help of each', async () => {
    const { code, stdout } = await posthorn(['domains', 'verify', '--help']);
    expect(code).toBe(0);
    for (const option of ['--watch', '--json', '--url <url>']) expect(stdout).toContain(option);
  });
});
