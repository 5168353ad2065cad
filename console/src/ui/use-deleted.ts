import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { useLeftAs } from './lists/last-search.tsx';
import { useToast } from './overlays/toast.tsx';

interface Deleted {
  /** Where it is kept among what was asked for. */
  readonly key: QueryKey;
  readonly list: { readonly key: QueryKey; readonly link: LinkProps };
  readonly said: string;
}

/** Returns what follows when what a screen shows was deleted: it is said, its list comes, and who goes back finds it gone. */
export function useDeleted(): (deleted: Deleted) => Promise<void> {
  const queries = useQueryClient();
  const say = useToast();
  const navigate = useNavigate();
  const leftAs = useLeftAs();
  return async ({ key, list, said }) => {
    await queries.invalidateQueries({ queryKey: list.key });
    say(said);
    await navigate({ ...leftAs(list.link), ignoreBlocker: true });
    queries.removeQueries({ queryKey: key });
  };
}
