import { mayChange, type Thing } from './role-rights.ts';
import { useTenancy } from './session.ts';

export const useMay = (thing: Thing): boolean => mayChange(useTenancy().role, thing);
