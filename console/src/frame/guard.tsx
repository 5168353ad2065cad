import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { isSignedOut } from '../api/failures.ts';
import { useMe } from '../session/session.ts';
import { useWords } from '../text/words.ts';
import { buttonClasses } from '../ui/button.tsx';
import { Failed, Loading } from '../ui/states.tsx';

/** Shown over unsaved changes that can no longer be saved. */
function SignedOut() {
  const words = useWords();
  // Outside the page, which a dialog covers.
  return createPortal(
    <div
      role="alert"
      className="fixed inset-x-4 bottom-4 z-60 mx-auto flex max-w-xl flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-paper p-4 shadow-pop"
    >
      <p className="min-w-0 flex-1 basis-64 text-sm">{words.signIn.ended}</p>
      <a href="/console/sign-in" target="_blank" rel="noreferrer" className={buttonClasses()}>
        {words.signIn.title}
      </a>
    </div>,
    document.body,
  );
}

/** Shows its content only to a signed-in person; others sign in first and come back. */
export function Guard() {
  const navigate = useNavigate();
  const router = useRouter();
  const { data: me, error, refetch } = useMe();
  useEffect(() => {
    // The current location, not the destination: that would redirect again.
    if (me === null) void navigate({ to: '/sign-in', search: { to: router.state.location.href }, replace: true });
  }, [me, router, navigate]);
  const [first, setFirst] = useState<string>();
  if (first === undefined && me) setFirst(me.id);
  const isSomebodyElse = first !== undefined && me != null && me.id !== first;
  useEffect(() => {
    // Somebody else has signed in in another tab: the page is reloaded, without the previous person's bearers and lists.
    if (isSomebodyElse) location.assign('/console');
  }, [isSomebodyElse]);
  if (isSomebodyElse) return null;
  if (me)
    return (
      <>
        <Outlet />
        {isSignedOut(error) && <SignedOut />}
      </>
    );
  if (error === null)
    return (
      <main className="late mx-auto max-w-md px-6 py-24">
        <Loading rows={3} />
      </main>
    );
  return (
    <main className="mx-auto max-w-md px-6 py-24">
      <Failed error={error} again={() => void refetch()} />
    </main>
  );
}
