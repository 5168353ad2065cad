import { readPostgresUrl } from '../../config/database-url.ts';

const [HOST, PORT] = ['localhost', '5432'];

/** Returns where a PostgreSQL database is, without user, password and options: host, port and name. */
export function placeOf(text: string): string {
  const url = readPostgresUrl(text);
  if (url === undefined) throw new Error('the URL of a database was not checked');
  const { hostname, port, pathname, searchParams } = url;
  const host = searchParams.get('host') ?? (decodeURIComponent(hostname) || HOST);
  return `postgres://${host}:${searchParams.get('port') ?? (port || PORT)}${pathname}`;
}
