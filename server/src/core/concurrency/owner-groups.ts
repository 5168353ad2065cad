import { createGroupCommit, type GroupCommit } from './group-commit.ts';

export interface OwnerGroupsOptions<I, O> {
  /** Most items in a group. */
  readonly most: number;
  /** Does the items of one owner; returns one result for each, in order. */
  readonly perform: (items: readonly I[], owner: string) => Promise<readonly O[]>;
}

/** Items that come while others of their owner are under way. */
export interface OwnerGroups<I, O> {
  /** Resolves once the item's group is done; a group that fails is done again one item at a time. */
  add(owner: string, item: I): Promise<O>;
}

/** Has what an owner asks for meanwhile share the next turn, one group of each owner at a time. */
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
