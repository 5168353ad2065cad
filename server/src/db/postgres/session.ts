/** Settings that a connection asks of the server. */
export interface SessionOptions {
  /** Longest duration of a statement, milliseconds; 0 for unlimited. */
  readonly statementMs: number;
  readonly readOnly?: boolean;
}

/** Milliseconds, after which the server gives up. */
const TIME_OUTS = { idle_in_transaction_session_timeout: 5000, lock_timeout: 10_000 };

export type TimeOuts = Readonly<Record<keyof typeof TIME_OUTS | 'statement_timeout', number>>;

export const timeOutsOf = ({ statementMs }: SessionOptions): TimeOuts => ({ ...TIME_OUTS, statement_timeout: statementMs });

/** Those of the database, or of its user, would change what statements mean, and how the driver reads their results. */
const MEANINGS = { datestyle: 'iso', standard_conforming_strings: 'on' };

/** For the whole session, as `options` of its startup message. */
function sessionSettings(session?: SessionOptions): string {
  const settings = Object.entries({ ...MEANINGS, ...(session === undefined ? {} : timeOutsOf(session)) });
  const all = [...settings.map(([name, value]) => `${name}=${value}`), 'default_transaction_isolation=read\\ committed'];
  // A plan made when a table was small would scan all of it once it is large: planning each time costs less than one such statement.
  if (session !== undefined) all.push('plan_cache_mode=force_custom_plan');
  if (session?.readOnly === true) all.push('default_transaction_read_only=on');
  return all.map((setting) => `-c ${setting}`).join(' ');
}

/**
 * Returns the connection parameters and session settings; without a session, only those that statements rely on. `options` in the URL itself
 * come after ours and override them.
 */
export function connectionOf(given: string, session?: SessionOptions): { readonly connectionString: string; readonly options?: string } {
  if (isPooled(given)) return { connectionString: given };
  if (!/[?&]options=/.test(given)) return { connectionString: given, options: sessionSettings(session) };
  const url = new URL(given);
  const options = `${sessionSettings(session)} ${url.searchParams.get('options')}`;
  url.searchParams.delete('options');
  return { connectionString: url.href, options };
}

/** Returns the settings as statements for one transaction, to be sent with its `begin`. Without named statements no plan is kept. */
export function transactionSettings(session: SessionOptions): string {
  const settings = Object.entries({ ...MEANINGS, ...timeOutsOf(session) }).map(([name, value]) => `set local ${name} = ${value}`);
  const access = session.readOnly === true ? ['set transaction read only'] : [];
  return ['set transaction isolation level read committed', ...settings, ...access].join('; ');
}

/** Returns whether the URL says, by `?pgbouncer=true`, that a pooler in between keeps no sessions. */
export const isPooled = (url: string): boolean => /[?&]pgbouncer=true(?:[&#]|$)/.test(url);
