import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMe } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Section } from '../../ui/page.tsx';
import { useCaptures } from '../mailbox/use-captures.ts';
import { placesOf, TENANT_PLACES } from '../places.ts';

/** A list or a screen: its name and where it is, with the tenant in the path or as a filter. */
interface Way {
  readonly name: string;
  readonly to: string;
  readonly params?: { readonly tenant: string };
  readonly search?: { readonly tenant: string };
}

interface PlacesProps {
  readonly places: readonly Way[];
}

function Places({ places }: PlacesProps) {
  return (
    <ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
      {places.map(({ name, to, params = {}, search = {} }) => (
        <li key={name} className="border-b border-line">
          <Link to={to} params={params} search={search} className="flex min-h-10 items-center gap-2 hover:bg-raised">
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <ArrowRight size={15} className="shrink-0 text-faint" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The screens of a tenant for its members; for others, how to get access to them. */
function OfMembers({ id }: { readonly id: string }): ReactNode {
  const words = useWords();
  const { data: me } = useMe();
  const role = me?.memberships.find(({ tenant_id }) => tenant_id === id)?.role;
  if (role === undefined)
    return (
      <p className="max-w-2xl text-sm text-faint">
        {words.tenantPlaces.ofMembers}{' '}
        <Link to="/operator/people" className="underline underline-offset-2">
          {words.places.people}
        </Link>
      </p>
    );
  const places = placesOf(TENANT_PLACES, role).flat();
  return <Places places={places.map(({ name, to }) => ({ name: words.places[name], to, params: { tenant: id } }))} />;
}

/** Links for an operator from a tenant: to its part of the service's lists, and to its screens for members. */
export function TenantPlaces({ id }: { readonly id: string }) {
  const words = useWords();
  const captures = useCaptures(true);
  const search = { tenant: id };
  return (
    <>
      <Section title={words.tenantPlaces.ofService}>
        <Places
          places={[
            { name: words.places.failedJobs, to: '/operator/failed-jobs', search },
            { name: words.places.audit, to: '/operator/audit', search },
            ...(captures ? [{ name: words.places.mailbox, to: '/operator/mailbox', search }] : []),
          ]}
        />
      </Section>
      <Section title={words.tenantPlaces.screens}>
        <OfMembers id={id} />
      </Section>
    </>
  );
}
