import type { Command } from 'commander';

export type Shell = 'bash' | 'zsh' | 'fish';

interface Words {
  /** Names of commands, without the program's own. */
  readonly path: readonly string[];
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly string[];
}

const optionsOf = (command: Command, inherited: readonly string[]): string[] => [
  ...new Set([...command.options.flatMap(({ long }) => (long ? [long] : [])), ...inherited, '--help']),
];

/** Returns what may follow the names of a command, for it and all below it. */
function wordsOf(command: Command, inherited: readonly string[] = [], path: readonly string[] = []): Words[] {
  const options = optionsOf(command, inherited);
  const commands = command.commands.map((one) => ({ name: one.name(), description: one.description() }));
  const passedOn = path.length === 0 ? options.filter((option) => option !== '--version') : inherited;
  return [{ path, commands, options }, ...command.commands.flatMap((one) => wordsOf(one, passedOn, [...path, one.name()]))];
}

const casesOf = (words: readonly Words[]): string =>
  words
    .map(
      ({ path, commands, options }) => `    '${path.join(' ')}') found='${[...commands.map(({ name }) => name), ...options].join(' ')}' ;;`,
    )
    .join('\n');

/** Code for bash and zsh alike that follows the typed words as far as they name commands; `path` and `words` are zsh's own names. */
const followTyped = (words: readonly Words[]) => `  local word cmd='' found=''
  for word in "\${typed[@]}"; do
    case "$cmd\${cmd:+ }$word" in
      ${words.flatMap(({ path }) => (path.length === 0 ? [] : [`'${path.join(' ')}'`])).join('|')}) cmd="$cmd\${cmd:+ }$word" ;;
    esac
  done
  case "$cmd" in
${casesOf(words)}
  esac`;

const bash = (words: readonly Words[]) => `_posthorn() {
  local typed=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
${followTyped(words)}
  COMPREPLY=($(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _posthorn posthorn
`;

const zsh = (words: readonly Words[]) => `#compdef posthorn
_posthorn() {
  local typed=("\${words[@]:1:$((CURRENT - 2))}")
${followTyped(words)}
  compadd -- \${=found}
  _files
}
if [ "$funcstack[1]" = _posthorn ]; then _posthorn "$@"; else compdef _posthorn posthorn; fi
`;

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function fishLines({ path, commands, options }: Words): string[] {
  const before = path.map((name) => `__fish_seen_subcommand_from ${name}`);
  const notYet = commands.length === 0 ? [] : [`not __fish_seen_subcommand_from ${commands.map(({ name }) => name).join(' ')}`];
  const here = quote([...before, ...notYet].join('; and ') || 'true');
  return [
    ...commands.map(({ name, description }) => `complete -c posthorn -n ${here} -f -a ${name} -d ${quote(description)}`),
    ...options.map((option) => `complete -c posthorn -n ${here} -l ${option.slice(2)}`),
  ];
}

const fish = (words: readonly Words[]) => `${words.flatMap(fishLines).join('\n')}\n`;

const SHELLS = { bash, zsh, fish };

/** Returns a script for a shell that completes the commands and options of a program. */
export const completionScript = (program: Command, shell: Shell): string => SHELLS[shell](wordsOf(program));
