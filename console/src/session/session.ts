import type { Me, Role } from '@posthorn/contract';
import { Posthorn } from '@posthorn/sdk';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { createSend } from '../api/bearers.ts';
import { type AdminCall, adminCaller, call } from '../api/call.ts';
import { describeFailure, isSignedOut } from '../api/failures.ts';
import { useWords } from '../text/words.ts';
import { hasUnsaved, useUnsavedChecks } from '../ui/forms/use-leave.ts';
import { useToast } from '../ui/overlays/toast.tsx';

export const ME = ['me'] as const;

/** The signed-in person; null if there is none. */
export const meQuery = queryOptions({
  queryKey: ME,
  staleTime: 60_000,
  queryFn: async ({ signal, client }): Promise<Me | null> => {
    try {
      return await call('GET /account/me', { signal });
    } catch (error) {
      // A sign-in that has ended counts as a failure, so that unsaved changes can stay.
      if (isSignedOut(error) && client.getQueryData<Me | null>(ME) == null) return null;
      throw error;
    }
  },
});

export const useMe = () => useQuery(meQuery);

/** A tenant and the person's client for it. */
export interface Tenancy {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly posthorn: Posthorn;
}

/** Any text: requests carry the bearer instead. */
const NO_KEY = 'bearer';

/** Clients by tenant, and the operator's, of one sign-in. */
export interface Clients {
  of(tenantId: string): Posthorn;
  readonly admin: AdminCall;
}

/** `onChange`: a request has changed something. */
export function createClients(onChange: () => void): Clients {
  const made = new Map<string, Posthorn>();
  return {
    of(tenantId) {
      const known = made.get(tenantId);
      if (known !== undefined) return known;
      const fetch = createSend({ tenant_id: tenantId }, onChange);
      const posthorn = new Posthorn({ apiKey: NO_KEY, baseUrl: location.origin, fetch, maxRetries: 1 });
      made.set(tenantId, posthorn);
      return posthorn;
    },
    admin: adminCaller(createSend({ operator: true }, onChange)),
  };
}

export const ClientsContext = createContext<Clients | undefined>(undefined);

export function useClients(): Clients {
  const clients = useContext(ClientsContext);
  if (clients === undefined) throw new Error('no clients above');
  return clients;
}

export const TenancyContext = createContext<Tenancy | undefined>(undefined);

export function useTenancy(): Tenancy {
  const tenancy = useContext(TenancyContext);
  if (tenancy === undefined) throw new Error('no tenant above');
  return tenancy;
}

/** Returns a function that sets the signed-in person and removes what was shown to somebody else. */
export function useEnter(): (me: Me) => void {
  const queries = useQueryClient();
  return (me) => {
    queries.removeQueries({ type: 'inactive' });
    queries.setQueryData(ME, me);
  };
}

/**
 * Returns a function that ends the sign-in and clears everything shown; asks first if there are unsaved changes. If signing out fails, it
 * says so and stays.
 */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  const unsaved = useUnsavedChecks();
  const words = useWords();
  const say = useToast();
  return async () => {
    if (hasUnsaved(unsaved) && !window.confirm(words.common.leave)) return;
    try {
      await call('POST /account/sign-out');
    } catch (error) {
      if (!isSignedOut(error)) return say(describeFailure(error, words));
    }
    queries.clear();
    // The question has been asked: otherwise the browser would ask again.
    unsaved.clear();
    // The page itself is reloaded, so that no bearer stays in memory.
    location.assign('/console/sign-in');
  };
}
