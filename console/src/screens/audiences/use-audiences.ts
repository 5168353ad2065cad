import { useQuery } from '@tanstack/react-query';
import { useTenancy } from '../../session/session.ts';

/** The most that are offered to choose from. */
const MOST = 100;

/** The newest audiences, to choose from. */
export function useAudiences(enabled = true) {
  const { id: tenant, posthorn } = useTenancy();
  return useQuery({
    queryKey: ['audiences', tenant, 'all'],
    enabled,
    queryFn: async ({ signal }) => (await posthorn.audiences.list({ limit: MOST }, { signal })).data,
  });
}

/** The newest segments, to choose from. */
export function useSegments(enabled = true) {
  const { id: tenant, posthorn } = useTenancy();
  return useQuery({
    queryKey: ['segments', tenant, 'all'],
    enabled,
    queryFn: async ({ signal }) => (await posthorn.segments.list({ limit: MOST }, { signal })).data,
  });
}
