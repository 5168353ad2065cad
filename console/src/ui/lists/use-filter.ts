import { useNavigate } from '@tanstack/react-router';

type Search = Readonly<Record<string, string | undefined>>;

const onlyGiven = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));

/** Changes what is asked for, in the address of the screen; what is empty leaves it. */
export function useFilter(): (changes: Search) => void {
  const navigate = useNavigate();
  return (changes) => void navigate({ to: '.', search: (before: Search) => onlyGiven({ ...before, ...changes }), replace: true });
}
