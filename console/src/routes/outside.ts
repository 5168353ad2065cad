import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from './frames.ts';
import { texts } from './search.ts';

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: texts('to'),
  component: lazyRouteComponent(() => import('../screens/sign-in/sign-in.tsx'), 'SignIn'),
});
const link = createRoute({
  getParentRoute: () => root,
  path: '/link',
  component: lazyRouteComponent(() => import('../screens/sign-in/link.tsx'), 'FollowLink'),
});
const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/forgotten',
  component: lazyRouteComponent(() => import('../screens/sign-in/forgotten.tsx'), 'Forgotten'),
});

/** Screens for people who are not signed in. */
export const outsideRoutes = [signIn, link, forgotten] as const;
