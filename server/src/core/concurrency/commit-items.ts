import { Unavailable } from '../errors/unavailable.ts';
import type { GroupItem } from './group-queue.ts';

/** A try to commit items. */
export interface CommitTry {
  /** Whether an earlier try failed, which may have been after its commit. */
  readonly again: boolean;
  /** May be called once only the commit is left: another group may then start concurrently. */
  readonly releaseNext: () => void;
}

/** Commits items together and returns one result for each, in order. */
export type Commit<I, O> = (items: readonly I[], given: CommitTry) => Promise<readonly O[]>;

async function commitTogether<I, O>(commit: Commit<I, O>, group: readonly GroupItem<I, O>[], given: CommitTry): Promise<void> {
  const items = group.map(({ item }) => item);
  const results = await commit(items, given);
  // Safe because a commit returns a result for each item.
  for (const [index, member] of group.entries()) member.resolve(results[index] as O);
}

async function commitEach<I, O>(commit: Commit<I, O>, group: readonly GroupItem<I, O>[]): Promise<void> {
  let away: Unavailable | undefined;
  for (const member of group) {
    if (away !== undefined) member.reject(away);
    else
      await commitTogether(commit, [member], { again: true, releaseNext: () => undefined }).catch((error: unknown) => {
        if (error instanceof Unavailable) away = error;
        member.reject(error);
      });
  }
}

/**
 * Commits a group, and where that fails its items one at a time, so that only the item at fault fails, and a commit whose reply was lost
 * is found. Once one of these throws Unavailable, the items after it are rejected with that. Settles each item; never rejects.
 */
export async function commitItems<I, O>(commit: Commit<I, O>, group: readonly GroupItem<I, O>[], releaseNext: () => void): Promise<void> {
  try {
    await commitTogether(commit, group, { again: false, releaseNext });
  } catch {
    await commitEach(commit, group);
  }
}
