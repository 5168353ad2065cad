import { createGroupCommit, type GroupCommit } from './group-commit.ts';

/** How the items of an owner are processed. */
export interface OwnerGroupsOptions<I, O> {
  /** Most items in a group. */
  readonly most: number;
  /** Processes items of one owner and returns one result for each, in order. */
  readonly perform: (items: readonly I[], owner: string) => Promise<readonly O[]>;
}

/** Processes items in groups by owner. */
export interface OwnerGroups<I, O> {
  /** Resolves with the result of an item once its group is done. A group that fails is run again one item at a time. */
  add(owner: string, item: I): Promise<O>;
}

/** Creates groups: items that arrive while a group of their owner is under way share the next one. One group of each owner runs at a time. */
export function createOwnerGroups<I, O>({ most, perform }: OwnerGroupsOptions<I, O>): OwnerGroups<I, O> {
  const owners = new Map<string, { readonly groups: GroupCommit<I, O>; items: number }>();

  const open = (owner: string) => ({
    groups: createGroupCommit<I, O>({ inFlight: 1, most, commit: (items) => perform(items, owner) }),
    items: 0,
  });

  return {
    async add(owner, item) {
      const line = owners.get(owner) ?? open(owner);
      owners.set(owner, line);
      line.items += 1;
      try {
        return await line.groups.add(item);
      } finally {
        line.items -= 1;
        if (line.items === 0) owners.delete(owner);
      }
    },
  };
}
