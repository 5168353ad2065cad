import { type NavigateOptions, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { Command } from '../keys/palette.tsx';
import { useCaptures } from '../screens/mailbox/use-captures.ts';
import { placesOf, TENANT_PLACES } from '../screens/places.ts';
import { usePreferences } from '../session/preferences.ts';
import { mayChange } from '../session/role-rights.ts';
import { TenancyContext, useClients, useMe } from '../session/session.ts';
import { useWords } from '../text/words.ts';
import { Frame } from './frame.tsx';
import { Missing } from './missing.tsx';
import { Suspended } from './suspended.tsx';

/** The frame for screens of one tenant, for its members. */
export function TenantFrame() {
  const words = useWords();
  const navigate = useNavigate();
  const clients = useClients();
  const { tenant: id = '' } = useParams({ strict: false });
  const { data: me } = useMe();
  const captures = useCaptures(me?.operator === true);
  const { change, preferences } = usePreferences();
  const membership = me?.memberships.find(({ tenant_id }) => tenant_id === id);
  const role = membership?.role;
  const name = membership?.tenant_name ?? '';
  const tenancy = useMemo(() => (role === undefined ? undefined : { id, name, role, posthorn: clients.of(id) }), [id, name, role, clients]);
  const groups = useMemo(() => placesOf(TENANT_PLACES, role), [role]);
  useEffect(() => {
    if (role !== undefined && preferences.tenant !== id) change({ tenant: id });
  }, [role, id, preferences.tenant, change]);
  if (!me) return null;
  if (tenancy === undefined || membership === undefined) return <Missing />;
  if (membership.suspended) return <Suspended me={me} tenant={membership} />;
  const params = { tenant: id };
  const commands: readonly Command[] = [
    ...(mayChange(tenancy.role, 'Email')
      ? [{ name: words.send.title, group: words.palette.make, run: () => void navigate({ to: '/$tenant/send', params }) }]
      : []),
    ...(captures ? [{ name: words.places.mailbox, group: words.palette.go, run: () => void navigate({ to: '/operator/mailbox' }) }] : []),
  ];
  const find = (typed: string): readonly Command[] => {
    const command = (place: 'emails' | 'contacts' | 'suppressions', go: NavigateOptions): Command => ({
      name: typed,
      group: words.places[place],
      run: () => void navigate(go),
    });
    if (/^msg_\w+$/.test(typed)) return [command('emails', { to: '/$tenant/emails/$id', params: { ...params, id: typed } })];
    if (!/^\S+@\S+$/.test(typed)) return [];
    return [
      command('emails', { to: '/$tenant/emails', params, search: { recipient: typed } }),
      command('contacts', { to: '/$tenant/contacts', params, search: { email: typed } }),
      command('suppressions', { to: '/$tenant/suppressions', params, search: { email: typed } }),
    ];
  };
  return (
    <TenancyContext value={tenancy}>
      <Frame key={id} me={me} tenant={tenancy} groups={groups} commands={commands} find={find} />
    </TenancyContext>
  );
}
