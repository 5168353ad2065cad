import { Argument, Command } from 'commander';
import { completionScript, type Shell } from '../completion-script.ts';

/** `posthorn completion`, for the commands that the program has when it is run. */
export const completionCommand = (program: () => Command) =>
  new Command('completion')
    .description('Print a script that completes commands and options.')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
Install it:
  bash  posthorn completion bash > ~/.local/share/bash-completion/completions/posthorn
  zsh   posthorn completion zsh > "\${fpath[1]}/_posthorn"
  fish  posthorn completion fish > ~/.config/fish/completions/posthorn.fish`,
    )
    .action((shell: Shell) => {
      process.stdout.write(completionScript(program(), shell));
    });
