import { type LinkProps, useRouter } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

/** The last filters of each list, by its path. */
const LastSearchContext = createContext<ReadonlyMap<string, object>>(new Map());

/** Parameters that open something on a list, and do not filter it. */
const OPENING = new Set(['template']);

const filtersOf = (search: object): object => Object.fromEntries(Object.entries(search).filter(([name]) => !OPENING.has(name)));

/** Remembers the filters of lists while the page is open. */
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

/** Returns a function that adds the last filters to the link to a list. */
export function useLeftAs(): (link: LinkProps) => LinkProps {
  const router = useRouter();
  const searches = useContext(LastSearchContext);
  return (link) => {
    const search = searches.get(router.buildLocation(link).pathname);
    // Safe because the same list has read it from its address.
    return search === undefined ? link : { ...link, search: search as NonNullable<LinkProps['search']> };
  };
}
