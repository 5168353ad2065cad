import { Link, Navigate } from '@tanstack/react-router';
import { usePreferences } from '../session/preferences.ts';
import { useMe, useSignOut } from '../session/session.ts';
import { useWords } from '../text/words.ts';
import { Button, buttonClasses } from '../ui/button.tsx';

/** `/console`: leads to where the person was last. */
export function Home() {
  const words = useWords();
  const { preferences } = usePreferences();
  const { data: me } = useMe();
  const signOut = useSignOut();
  if (!me) return null;
  const last =
    me.memberships.find(({ tenant_id }) => tenant_id === preferences.tenant) ??
    me.memberships.find(({ suspended }) => !suspended) ??
    me.memberships[0];
  if (last !== undefined) return <Navigate to="/$tenant" params={{ tenant: last.tenant_id }} replace />;
  return (
    <main className="mx-auto flex max-w-md flex-col items-start gap-3 px-6 py-24">
      <h1 className="text-xl font-semibold">{words.home.title}</h1>
      <p className="text-faint">{words.home.text(me.email)}</p>
      <div className="flex gap-2">
        <Link to="/account" className={buttonClasses()}>
          {words.frame.account}
        </Link>
        <Button onClick={() => void signOut()}>{words.frame.signOut}</Button>
      </div>
    </main>
  );
}
