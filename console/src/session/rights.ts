import { mayChange, type Resource } from './role-rights.ts';
import { useTenancy } from './session.ts';

export const useMay = (resource: Resource): boolean => mayChange(useTenancy().role, resource);
