import { type LinkProps, useRouter } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

/** What each list was last asked for, by its path. */
const LastSearchContext = createContext<ReadonlyMap<string, object>>(new Map());

/** What opens something on a list, and is no filter of it. */
const OPENING = new Set(['template']);

const filtersOf = (search: object): object => Object.fromEntries(Object.entries(search).filter(([name]) => !OPENING.has(name)));

/** Remembers what lists were asked for, while the page is open. */
export function LastSearchProvider({ children }: { readonly children: ReactNode }) {
  const router = useRouter();
  const [searches] = useState(() => new Map<string, object>());
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
        if (fromLocation !== undefined) searches.set(fromLocation.pathname, filtersOf(fromLocation.search));
      }),
    [router, searches],
  );
  return <LastSearchContext value={searches}>{children}</LastSearchContext>;
}

/** Returns what makes of the link to a list the one to the list as it was left, with its filters. */
export function useLeftAs(): (link: LinkProps) => LinkProps {
  const router = useRouter();
  const searches = useContext(LastSearchContext);
  return (link) => {
    const search = searches.get(router.buildLocation(link).pathname);
    // Safe because it is what the same list has read of its address.
    return search === undefined ? link : { ...link, search: search as NonNullable<LinkProps['search']> };
  };
}
