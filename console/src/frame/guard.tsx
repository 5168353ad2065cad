import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMe } from '../session/session.ts';
import { Failed } from '../ui/states.tsx';

/** What only those see who are signed in; the others sign in first and come back. */
export function Guard() {
  const navigate = useNavigate();
  const router = useRouter();
  const { data: me, error, refetch } = useMe();
  useEffect(() => {
    // Where somebody is now, and not where this leads: that would lead on from there.
    if (me === null) void navigate({ to: '/sign-in', search: { to: router.state.location.href }, replace: true });
  }, [me, router, navigate]);
  if (me) return <Outlet />;
  if (error === null) return null;
  return (
    <main className="mx-auto max-w-md px-6 py-24">
      <Failed error={error} again={() => void refetch()} />
    </main>
  );
}
