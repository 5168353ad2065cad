import type { DatabaseConnection, Dialect } from 'kysely';

/** Wraps a dialect so that each of its connections is passed to a function once, before its first statement. */
export const watchConnections = (dialect: Dialect, watch: (connection: DatabaseConnection) => void): Dialect => ({
  createDriver: () => {
    const driver = dialect.createDriver();
    const known = new WeakSet<DatabaseConnection>();
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async (options) => {
      const connection = await acquire(options);
      if (!known.has(connection)) watch(connection);
      known.add(connection);
      return connection;
    };
    return driver;
  },
  createAdapter: () => dialect.createAdapter(),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createQueryCompiler: () => dialect.createQueryCompiler(),
});
