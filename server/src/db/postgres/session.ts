/** What a connection asks of the server. */
export interface SessionOptions {
  /** The most that a statement may take, milliseconds; 0 for no bound. */
  readonly statementMs: number;
  readonly readOnly?: boolean;
}

/** Milliseconds; the server gives up what is over them. */
const TIME_OUTS = { idle_in_transaction_session_timeout: 5000, lock_timeout: 10_000 };

export type TimeOuts = Readonly<Record<keyof typeof TIME_OUTS | 'statement_timeout', number>>;

export const timeOutsOf = ({ statementMs }: SessionOptions): TimeOuts => ({ ...TIME_OUTS, statement_timeout: statementMs });

/** For the whole session, as `options` of its first message. */
export function sessionSettings(session: SessionOptions): string {
  const settings = Object.entries(timeOutsOf(session)).map(([name, value]) => `${name}=${value}`);
  // A plan that is kept from when a table was small would go through all of it once it is large: planning anew costs less than one such statement.
  const all = [...settings, 'plan_cache_mode=force_custom_plan', ...(session.readOnly ? ['default_transaction_read_only=on'] : [])];
  return all.map((setting) => `-c ${setting}`).join(' ');
}

/** The same for one transaction, to be sent with its `begin`. Without named statements no plan is kept. */
export function transactionSettings(session: SessionOptions): string {
  const settings = Object.entries(timeOutsOf(session)).map(([name, value]) => `set local ${name} = ${value}`);
  return [...settings, ...(session.readOnly ? ['set transaction read only'] : [])].join('; ');
}

/** Whether the URL says that what is in between keeps no session: `?pgbouncer=true`. */
export const isPooled = (url: string): boolean => /[?&]pgbouncer=true(?:[&#]|$)/.test(url);
