import type { Me } from '@posthorn/contract';
import { Link, Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { ChevronsUpDown, CircleHelp, Menu as MenuIcon, Search } from 'lucide-react';
import { lazy, type ReactNode, useEffect, useMemo, useState } from 'react';
import logo from '../icon.svg';
import { Key } from '../keys/key.tsx';
import { type Command, Palette } from '../keys/palette.tsx';
import { useShortcuts } from '../keys/shortcuts.tsx';
import type { Place } from '../screens/places.ts';
import { useSignOut } from '../session/session.ts';
import { useWords } from '../text/words.ts';
import { IconButton } from '../ui/button.tsx';
import { catchFocus } from '../ui/catch-focus.ts';
import { legible, legibleAddress } from '../ui/legible.ts';
import { LastSearchProvider } from '../ui/lists/last-search.tsx';
import { Menu, MenuItem, MenuLine, MenuTitle } from '../ui/overlays/menu.tsx';
import { Part } from '../ui/part.tsx';
import { NavigationProgress } from './navigation-progress.tsx';

/** Loaded on phones only. */
const Drawer = lazy(async () => ({ default: (await import('./drawer.tsx')).Drawer }));

const PALETTE_KEYS = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K';

interface FrameProps {
  readonly me: Me;
  /** Undefined for an operator. */
  readonly tenant: { readonly id: string; readonly name: string } | undefined;
  readonly groups: readonly (readonly Place[])[];
  /** Further commands of the palette. */
  readonly commands: readonly Command[];
  find(typed: string): readonly Command[];
}

function Navigation({ tenant, groups, onFollow }: Pick<FrameProps, 'tenant' | 'groups'> & { onFollow?(): void }) {
  const words = useWords();
  return (
    <nav aria-label={words.frame.navigation} className="flex flex-1 flex-col gap-5 overflow-y-auto px-3 py-3">
      {groups.map((group) => (
        <ul key={group[0]?.name} className="flex flex-col gap-px">
          {group.map(({ name, to, icon: Icon, exact }) => (
            <li key={name}>
              <Link
                to={to}
                params={tenant === undefined ? {} : { tenant: tenant.id }}
                activeOptions={{ exact: exact === true, includeSearch: false }}
                onClick={onFollow}
                className="flex h-8 items-center gap-2.5 rounded-md px-2 text-sm text-faint hover:bg-chosen hover:text-ink data-[status=active]:bg-chosen data-[status=active]:font-medium data-[status=active]:text-ink"
              >
                <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
                {words.places[name]}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}

/** Shows the current tenant and the others. */
function TenantMenu({ me, tenant }: Pick<FrameProps, 'me' | 'tenant'>) {
  const words = useWords();
  const navigate = useNavigate();
  const name = legible(tenant?.name ?? words.frame.operator);
  const trigger = (
    <button
      type="button"
      aria-label={words.frame.tenant(name)}
      className="flex h-10 w-full min-w-0 items-center gap-2.5 rounded-md px-2 text-left hover:bg-chosen"
    >
      <img src={logo} alt="" width={22} height={22} />
      <span className="min-w-0 flex-1 truncate text-sm font-semibold">{name}</span>
      <ChevronsUpDown size={14} className="text-faint" aria-hidden="true" />
    </button>
  );
  return (
    <Menu trigger={trigger} align="start">
      <MenuTitle>{words.frame.tenants}</MenuTitle>
      {me.memberships.map(({ tenant_id, tenant_name, role }) => (
        <MenuItem key={tenant_id} onSelect={() => void navigate({ to: '/$tenant', params: { tenant: tenant_id } })}>
          <span className="max-w-60 min-w-0 flex-1 truncate">{legible(tenant_name)}</span>
          <span className="text-xs text-faint">{words.roles[role]}</span>
        </MenuItem>
      ))}
      {me.operator && (
        <>
          <MenuLine />
          <MenuItem onSelect={() => void navigate({ to: '/operator' })}>{words.frame.operator}</MenuItem>
        </>
      )}
    </Menu>
  );
}

function PersonMenu({ me }: Pick<FrameProps, 'me'>) {
  const words = useWords();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const trigger = (
    <button type="button" className="flex h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-chosen">
      <span
        aria-hidden="true"
        className="flex size-6 shrink-0 items-center justify-center rounded-full bg-chosen text-xs font-medium uppercase"
      >
        {(me.name ?? me.email).slice(0, 1)}
      </span>
      <span className="sr-only">{words.frame.account}: </span>
      <span className="min-w-0 truncate">{legibleAddress(me.name ?? me.email)}</span>
    </button>
  );
  return (
    <Menu trigger={trigger} align="start" side="top">
      <MenuTitle>{legibleAddress(me.email)}</MenuTitle>
      <MenuItem onSelect={() => void navigate({ to: '/account' })}>{words.frame.account}</MenuItem>
      <MenuLine />
      <MenuItem onSelect={() => void signOut()}>{words.frame.signOut}</MenuItem>
    </Menu>
  );
}

function Sidebar(props: Pick<FrameProps, 'me' | 'tenant' | 'groups'> & { onFollow?(): void }) {
  const words = useWords();
  const { openPalette, openHelp } = useShortcuts();
  return (
    <>
      <div className="px-3 pt-3">
        <TenantMenu {...props} />
        <button
          type="button"
          onClick={openPalette}
          className="mt-2 flex h-8 w-full items-center gap-2.5 rounded-md border border-line bg-paper px-2 text-sm text-faint hover:border-edge"
        >
          <Search size={15} strokeWidth={1.75} aria-hidden="true" />
          <span className="min-w-0 flex-1 truncate text-left">{words.palette.short}</span>
          <Key>{PALETTE_KEYS}</Key>
        </button>
      </div>
      <Navigation {...props} />
      <div className="flex items-center gap-1 border-t border-line px-3 py-2">
        <PersonMenu {...props} />
        <IconButton icon={CircleHelp} label={words.keys.title} onClick={openHelp} />
      </div>
    </>
  );
}

/** On a phone: the name of the screen, and the way to all the others. */
function TopBar(props: Pick<FrameProps, 'me' | 'tenant' | 'groups'>) {
  const words = useWords();
  const [open, setOpen] = useState(false);
  const { openPalette } = useShortcuts();
  return (
    <div className="sticky top-0 z-20 flex h-12 items-center gap-1 border-b border-line bg-ground px-2 lg:hidden">
      <IconButton icon={MenuIcon} label={words.frame.openNavigation} onClick={() => setOpen(true)} />
      <span className="min-w-0 flex-1 truncate text-sm font-semibold">{legible(props.tenant?.name ?? words.frame.operator)}</span>
      <IconButton icon={Search} label={words.palette.label} onClick={openPalette} />
      <Part onGiveUp={() => setOpen(false)}>
        {open && (
          <Drawer onClose={() => setOpen(false)}>
            <Sidebar {...props} onFollow={() => setOpen(false)} />
          </Drawer>
        )}
      </Part>
    </div>
  );
}

/** Moves the focus to the next screen if its previous place, such as a link or a dialog, is gone. */
function useFocusOnScreen(): void {
  const router = useRouter();
  useEffect(
    () => router.subscribe('onRendered', ({ fromLocation, pathChanged }) => fromLocation !== undefined && pathChanged && catchFocus()),
    [router],
  );
}

/** The frame around every screen. */
export function Frame({ me, tenant, groups, commands, find }: FrameProps): ReactNode {
  const words = useWords();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { setDestinations, openHelp } = useShortcuts();
  useFocusOnScreen();
  const places = useMemo(() => groups.flat(), [groups]);
  const go = useMemo(
    () => (to: string) => void navigate({ to, params: tenant === undefined ? {} : { tenant: tenant.id } }),
    [navigate, tenant],
  );
  useEffect(
    () => setDestinations(Object.fromEntries(places.map(({ letter, to }) => [letter, () => go(to)]))),
    [setDestinations, places, go],
  );
  const all: readonly Command[] = [
    ...places.map(({ name, to, letter }) => ({
      name: words.places[name],
      group: words.palette.go,
      keys: ['g', letter],
      run: () => go(to),
    })),
    ...commands,
    ...me.memberships
      .filter(({ tenant_id }) => tenant_id !== tenant?.id)
      .map(({ tenant_id, tenant_name }) => ({
        name: legible(tenant_name),
        group: words.frame.tenants,
        run: () => void navigate({ to: '/$tenant', params: { tenant: tenant_id } }),
      })),
    ...(me.operator && tenant !== undefined
      ? [{ name: words.frame.operator, group: words.palette.go, run: () => void navigate({ to: '/operator' }) }]
      : []),
    { name: words.frame.account, group: words.palette.more, run: () => void navigate({ to: '/account' }) },
    { name: words.keys.title, group: words.palette.more, keys: ['?'], run: openHelp },
    { name: words.frame.signOut, group: words.palette.more, run: () => void signOut() },
  ];
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <NavigationProgress />
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-strong px-3 py-2 text-on-strong focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {words.frame.skip}
      </a>
      <aside className="sticky top-0 flex h-dvh flex-col border-r border-line max-lg:hidden" aria-label={words.frame.navigation}>
        <Sidebar me={me} tenant={tenant} groups={groups} />
      </aside>
      <div className="min-w-0">
        <TopBar me={me} tenant={tenant} groups={groups} />
        <LastSearchProvider>
          <Outlet />
        </LastSearchProvider>
      </div>
      <Palette commands={all} find={find} />
    </div>
  );
}
