import { readFileSync } from 'node:fs';

export interface Instruction {
  readonly name: string;
  /** The text after the name, with continued lines joined. */
  readonly text: string;
}

export interface Stage {
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** Returns the stages of a Dockerfile, in order. Throws for an unsupported instruction, so that nothing is skipped. */
export function readDockerfile(file: string): Stage[] {
  const lines = readFileSync(file, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n');
  const stages: { name: string; instructions: Instruction[] }[] = [];
  for (const line of lines.filter((line) => line.trim() !== '')) {
    const [, name = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    const stage = stages.at(-1);
    if (name === 'FROM') stages.push({ name: / AS (\w+)$/.exec(text)?.[1] ?? 'image', instructions: [] });
    else if (stage !== undefined) stage.instructions.push({ name, text });
    else if (name !== 'ARG') throw new Error(`${file}: ${name} before a stage`);
  }
  return stages;
}

/** Parses `["node", "x"]`, the form of ENTRYPOINT, CMD and HEALTHCHECK. */
export const execForm = (text: string): string[] => JSON.parse(text.slice(text.indexOf('[')));

/** Parses `A=1 B="two words" C=more:$C`; `known` has the values of names after a dollar sign. */
export const pairsOf = (text: string, known: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))/g)].map(([, name = '', quoted, bare]) => [
      name,
      (quoted ?? bare ?? '').replaceAll(/\$(\w+)/g, (_, used) => known[used] ?? ''),
    ]),
  );
