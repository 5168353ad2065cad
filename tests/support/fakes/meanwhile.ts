import type { RecordResolver } from '../../../server/src/domains/index.ts';

/** Returns the same resolver; an action runs after DNS has answered the first look-up and before the answer is returned. */
export function meanwhile(resolver: RecordResolver, act: () => Promise<unknown>): RecordResolver {
  const answers: Promise<unknown>[] = [];
  let acted: Promise<unknown> | undefined;
  async function ask<T>(answer: Promise<T>): Promise<T> {
    answers.push(answer);
    await Promise.resolve();
    await Promise.allSettled(answers);
    acted ??= act();
    await acted;
    return answer;
  }
  return {
    resolveTxt: (name) => ask(resolver.resolveTxt(name)),
    resolveMx: (name) => ask(resolver.resolveMx(name)),
    resolveCname: (name) => ask(resolver.resolveCname(name)),
  };
}
