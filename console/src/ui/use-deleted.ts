import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { useLeftAs } from './lists/last-search.tsx';
import { useToast } from './overlays/toast.tsx';

interface Deleted {
  /** Its query key. */
  readonly key: QueryKey;
  readonly list: { readonly key: QueryKey; readonly link: LinkProps };
  readonly said: string;
}

/** Returns what to do after the object of a screen was deleted: say so, open its list, and make the screen show it as gone. */
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
