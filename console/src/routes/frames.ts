import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { Guard } from '../frame/guard.tsx';
import { Missing } from '../frame/missing.tsx';
import { OperatorFrame } from '../frame/operator-frame.tsx';
import { TenantFrame } from '../frame/tenant-frame.tsx';

export const root = createRootRoute({ component: Outlet, notFoundComponent: Missing });

/** The layout of everything that requires a sign-in. */
export const guard = createRoute({ getParentRoute: () => root, id: 'signed-in', component: Guard });

export const tenant = createRoute({ getParentRoute: () => guard, path: '/$tenant', component: TenantFrame, notFoundComponent: Missing });
export const underTenant = { getParentRoute: () => tenant } as const;

export const operator = createRoute({
  getParentRoute: () => guard,
  path: '/operator',
  component: OperatorFrame,
  notFoundComponent: Missing,
});
export const underOperator = { getParentRoute: () => operator } as const;
