import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { posthorn } from '../support/processes/command-line.ts';

/** What bash offers for the last of the words. */
function offered(script: string, ...words: string[]): string[] {
  const typed = ['posthorn', ...words].map((word) => `'${word}'`).join(' ');
  const ask = `${script}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _posthorn; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', ask], { encoding: 'utf8' }).trim().split('\n');
}

describe('posthorn completion', () => {
  it('completes commands and options in bash', async () => {
    const { code, stdout: script } = await posthorn(['completion', 'bash']);
    expect(code).toBe(0);
    expect(offered(script, 'dom')).toEqual(['domains']);
    expect(offered(script, 'domains', 've')).toEqual(['verify']);
    expect(offered(script, '--json', 'domains', 'verify', 'dom_x', '--w')).toEqual(['--watch']);
    expect(offered(script, 'email', 'send', '--u')).toEqual(['--url']);
  });

  it('knows zsh and fish, and no other shell', async () => {
    expect((await posthorn(['completion', 'zsh'])).stdout).toMatch(/^#compdef posthorn\n[\s\S]*'domains verify'\) found='--watch /);
    expect((await posthorn(['completion', 'fish'])).stdout).toContain(
      "complete -c posthorn -n '__fish_seen_subcommand_from domains; and not",
    );
    expect(await posthorn(['completion', 'ed'])).toMatchObject({ code: 2, stdout: '' });
  });
});
