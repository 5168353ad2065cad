import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { describeFailure } from '../../api/failures.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';

/**
 * Returns the fact that an address gets no mail and why, with a link to where that is lifted; nothing if it gets mail; or why this is
 * unknown.
 */
export function useSuppressedFact(email: string): readonly (readonly [label: string, value: ReactNode])[] {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const { data, error } = useQuery({
    queryKey: ['suppressions', tenant, 'of', email],
    queryFn: ({ signal }) => posthorn.suppressions.list({ email }, { signal }),
  });
  if (data === undefined && error !== null) return [[words.contacts.suppressed, describeFailure(error, words)]];
  if (data === undefined || data.data.length === 0) return [];
  const links = data.data.map(({ scope, reason }) => (
    <Link key={scope} to="/$tenant/suppressions" params={{ tenant }} search={{ email }} className="block underline underline-offset-2">
      {words.suppressions.reasons[reason]} · {words.suppressions.scopes[scope]}
    </Link>
  ));
  return [[words.contacts.suppressed, links]];
}
