import { useNavigate, useRouter } from '@tanstack/react-router';

type Search = Readonly<Record<string, string | undefined>>;

const onlyGiven = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));

/** Changes what is asked for, in the address of the screen; what is empty leaves it. Back leads to what was asked for before. */
export function useFilter({ replace = false } = {}): (changes: Search) => void {
  const navigate = useNavigate();
  const router = useRouter();
  return (changes) => {
    const { search: before, searchStr } = router.latestLocation;
    const search = onlyGiven({ ...before, ...changes });
    // Who asks once more for the same has no more steps to go back.
    const isSame = router.options.stringifySearch(search) === searchStr;
    void navigate({ to: '.', search, replace: replace || isSame, resetScroll: false });
  };
}
