import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
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
  const [first, setFirst] = useState<string>();
  if (first === undefined && me) setFirst(me.id);
  const isSomebodyElse = first !== undefined && me != null && me.id !== first;
  useEffect(() => {
    // Somebody else has signed in, in another tab: the page begins anew, with none of the bearers and lists of who was here.
    if (isSomebodyElse) location.assign('/console');
  }, [isSomebodyElse]);
  if (isSomebodyElse) return null;
  if (me) return <Outlet />;
  if (error === null) return null;
  return (
    <main className="mx-auto max-w-md px-6 py-24">
      <Failed error={error} again={() => void refetch()} />
    </main>
  );
}
