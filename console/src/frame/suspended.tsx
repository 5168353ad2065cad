import type { Me } from '@posthorn/contract';
import { Link } from '@tanstack/react-router';
import { useSignOut } from '../session/session.ts';
import { useWords } from '../text/words.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { legible } from '../ui/legible.ts';

interface SuspendedProps {
  readonly me: Me;
  readonly tenant: Me['memberships'][number];
}

/** Replaces the screens of a suspended tenant: explains what that means, who can change it, and where else to go. */
export function Suspended({ me, tenant: { tenant_id: id, tenant_name: name } }: SuspendedProps) {
  const words = useWords();
  const signOut = useSignOut();
  const others = me.memberships.filter(({ tenant_id }) => tenant_id !== id);
  return (
    <main className="mx-auto flex max-w-md flex-col items-start gap-3 px-6 py-24">
      <h1 className="text-xl font-semibold">{words.suspended.title(legible(name))}</h1>
      <p>{words.suspended.text}</p>
      <p className="text-faint">{me.operator ? words.suspended.byYou : words.suspended.ask}</p>
      <div className="flex flex-wrap gap-2">
        {me.operator && (
          <Link to="/operator/tenants/$id" params={{ id }} className={buttonClasses()}>
            {words.frame.operator}
          </Link>
        )}
        <Link to="/account" className={buttonClasses()}>
          {words.frame.account}
        </Link>
        <Button onClick={() => void signOut()}>{words.frame.signOut}</Button>
      </div>
      {others.length > 0 && (
        <nav aria-label={words.frame.tenants} className="flex flex-col gap-1">
          {others.map(({ tenant_id, tenant_name }) => (
            <Link key={tenant_id} to="/$tenant" params={{ tenant: tenant_id }} className="underline">
              {legible(tenant_name)}
            </Link>
          ))}
        </nav>
      )}
    </main>
  );
}
