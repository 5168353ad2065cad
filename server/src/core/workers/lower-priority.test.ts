import { execFileSync } from 'node:child_process';
import { constants, getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
const lowered = Math.max(getPriority(), PRIORITY_BELOW_NORMAL);

/** Priority of a process of its own after it has run a source. */
function priorityAfter(source: string): number {
  const module = JSON.stringify(new URL('./lower-priority.ts', import.meta.url).href);
  const script = `import { getPriority, setPriority } from 'node:os'; import { lowerPriority } from ${module}; ${source}; console.log(getPriority());`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }));
}

describe.runIf(process.platform === 'linux')('who goes first', () => {
  it('is everybody else, of a thread that was lowered, and none is raised', () => {
    expect(priorityAfter('lowerPriority()')).toBe(lowered);
    expect(priorityAfter(`setPriority(${PRIORITY_LOW}); lowerPriority()`)).toBe(PRIORITY_LOW);
  });

  it('does not mind a process that is gone', () => {
    expect(priorityAfter('lowerPriority(2 ** 22)')).toBe(getPriority());
  });
});
