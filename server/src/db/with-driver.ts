import type { Dialect } from 'kysely';

/** Returns a dialect that differs from another by its driver alone. */
export const withDriver = (dialect: Dialect, createDriver: Dialect['createDriver']): Dialect => ({
  createDriver,
  createAdapter: () => dialect.createAdapter(),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createQueryCompiler: () => dialect.createQueryCompiler(),
});
