import { useNavigate, useRouter } from '@tanstack/react-router';

type Search = Readonly<Record<string, string | undefined>>;

const onlyGiven = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));

/** Returns a function that changes filters in the address of the screen; empty ones are removed. Back leads to the previous filters. */
export function useFilter({ replace = false } = {}): (changes: Search) => void {
  const navigate = useNavigate();
  const router = useRouter();
  return (changes) => {
    const { search: before, searchStr } = router.latestLocation;
    const search = onlyGiven({ ...before, ...changes });
    // Applying the same filters again must not add a step to the history.
    const isSame = router.options.stringifySearch(search) === searchStr;
    void navigate({ to: '.', search, replace: replace || isSame, resetScroll: false });
  };
}
