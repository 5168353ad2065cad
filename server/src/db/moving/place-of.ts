const PORT = '5432';

/** Returns where a PostgreSQL database is, without user, password and options: host, port and name. */
export function placeOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return `postgres://${host}:${searchParams.get('port') ?? (port || PORT)}${pathname}`;
}
