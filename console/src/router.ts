import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { Broken } from './frame/broken.tsx';
import { Home } from './frame/home.tsx';
import { guard, operator, root, tenant } from './routes/frames.ts';
import { mailRoutes } from './routes/mail.ts';
import { marketingRoutes } from './routes/marketing.ts';
import { operatorRoutes } from './routes/operator.ts';
import { outsideRoutes } from './routes/outside.ts';
import { parseSearch, stringifySearch } from './routes/search.ts';
import { settingsRoutes } from './routes/settings.ts';

const home = createRoute({ getParentRoute: () => guard, path: '/', component: Home });
const account = createRoute({
  getParentRoute: () => guard,
  path: '/account',
  component: lazyRouteComponent(() => import('./screens/account/account.tsx'), 'Account'),
});

/** Every part of the interface in every state; only in development. */
const kit = import.meta.env.DEV
  ? [createRoute({ getParentRoute: () => root, path: '/ui', component: lazyRouteComponent(() => import('./screens/kit/kit.tsx'), 'Kit') })]
  : [];

const tree = root.addChildren([
  ...outsideRoutes,
  ...kit,
  guard.addChildren([
    home,
    account,
    operator.addChildren([...operatorRoutes]),
    tenant.addChildren([...mailRoutes, ...marketingRoutes, ...settingsRoutes]),
  ]),
]);

export const createConsoleRouter = () =>
  createRouter({
    routeTree: tree,
    basepath: '/console',
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingMinMs: 0,
    defaultErrorComponent: Broken,
    parseSearch,
    stringifySearch,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
