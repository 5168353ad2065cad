import type { Command } from 'commander';
import { describeNaming, findNamed, type Service } from './find-named.ts';

/** The word that stands for the value of an option, `domain` in `--domain <domain>`. */
const wordOf = (flags: string): string => /<([^<>]+)>/.exec(flags)?.[1] ?? '';

/** Returns the arguments of a command, and its options, which come last, with ids where things are called by their names. */
export async function resolveNames(service: Service, { registeredArguments, options }: Command, given: unknown[]): Promise<unknown[]> {
  const settings: Record<string, unknown> = { ...(given.at(-1) as object) };
  const look = async (word: string, value: unknown) => {
    const tenantId = typeof settings.tenant === 'string' ? settings.tenant : undefined;
    return typeof value === 'string' ? findNamed(word, { service, name: value, tenantId }) : value;
  };
  for (const option of options) {
    const name = option.attributeName();
    if (name in settings) settings[name] = await look(wordOf(option.flags), settings[name]);
  }
  const resolved: unknown[] = [];
  for (const [at, argument] of registeredArguments.entries()) resolved.push(await look(argument.name(), given[at]));
  return [...resolved, settings];
}

/** Says of each argument of the commands below that stands for something with a name what it may be. */
export function describeNames(command: Command): void {
  for (const argument of command.registeredArguments) argument.description ||= describeNaming(argument.name()) ?? '';
  command.commands.forEach(describeNames);
}
