import { PosthornError } from '@posthorn/sdk';
import { QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { isSignedOut } from './failures.ts';

const MOST_TRIES = 2;

/** Whether to retry a request: not if it was refused. */
const isWorthAnotherTry = (tries: number, error: Error) => !(error instanceof PosthornError && error.status < 500) && tries < MOST_TRIES;

/** `onSignedOut`: the query with this key was refused because the sign-in has ended. */
export const createQueries = (onSignedOut: (key: QueryKey) => void) =>
  new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => void (isSignedOut(error) && onSignedOut(queryKey)) }),
    defaultOptions: {
      queries: {
        retry: isWorthAnotherTry,
        staleTime: 5000,
        // The service may be on this very machine, so the browser being offline says nothing about it.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
    },
  });
