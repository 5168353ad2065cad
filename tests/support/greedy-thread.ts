const serving = new URL('../../server/src/core/workers/serve-tasks.ts', import.meta.url);

const moduleOf = (work: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { serveTasks } from '${serving}'; serveTasks(() => { ${work} });`)}`);

/** Modules of threads whose tasks consume a kind of memory without end. */
export const greedyThreads = {
  time: moduleOf('for (;;);'),
  memory: moduleOf('const kept = []; for (;;) kept.push(new Array(10000).fill(0));'),
};
