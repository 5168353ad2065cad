import { Command } from 'commander';
import { UsageError } from '../usage-error.ts';

function find(command: Command, [name, ...rest]: readonly string[]): Command {
  if (name === undefined) return command;
  const inner = command.commands.find((one) => one.name() === name);
  if (inner === undefined) throw new UsageError(`no such command: ${name} (posthorn help lists them)`);
  return find(inner, rest);
}

/** `posthorn help …`, for commands of any depth. */
export const helpCommand = (program: () => Command) =>
  new Command('help')
    .description('Show how to use a command.')
    .argument('[command...]', 'such as email send')
    .action((names: readonly string[]) => find(program(), names).help());
