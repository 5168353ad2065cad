import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMe } from '../session/session.ts';
import { Failed } from '../ui/states.tsx';

/** What only those see who are signed in; the others sign in first and come back. */
export function Guard() {
  const navigate = useNavigate();
  const { href } = useLocation();
  const { data: me, error, refetch } = useMe();
  useEffect(() => {
    if (me === null) void navigate({ to: '/sign-in', search: { to: href }, replace: true });
  }, [me, href, navigate]);
  if (me) return <Outlet />;
  if (error === null) return null;
  return (
    <main className="mx-auto max-w-md px-6 py-24">
      <Failed error={error} again={() => void refetch()} />
    </main>
  );
}
