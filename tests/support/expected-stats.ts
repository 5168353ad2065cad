import type { Db } from '@posthorn/server';

const HOUR_MS = 3_600_000;

/** What statistics should say of an hour: by the name of the figure; none that are 0. */
export type ExpectedHours = Readonly<Record<number, Readonly<Record<string, number>>>>;

interface Scope {
  readonly tenantId: string;
  readonly testMode?: boolean;
}

const NAMES: Readonly<Record<string, string>> = {
  sent: 'sent',
  delivery: 'delivered',
  delivery_delayed: 'delayed',
  complaint: 'complained',
  open: 'opened',
  click: 'clicked',
  failed: 'failed',
  suppressed: 'suppressed',
};

/** Counts the messages and events of a tenant themselves, one by one. */
export async function expectedStats({ read }: Pick<Db, 'read'>, { tenantId, testMode = false }: Scope): Promise<ExpectedHours> {
  const hours: Record<number, Record<string, number>> = {};
  const add = (at: number, name: string, count: number) => {
    const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
    hours[hour] = { ...hours[hour], [name]: (hours[hour]?.[name] ?? 0) + count };
  };
  const test = testMode ? 1 : 0;
  const messages = read.selectFrom('messages').select('created_at').where('tenant_id', '=', tenantId).where('test_mode', '=', test);
  for (const { created_at } of await messages.execute()) add(created_at, 'accepted', 1);
  const events = read.selectFrom('events').select(['type', 'recipients', 'data', 'created_at']);
  for (const event of await events.where('tenant_id', '=', tenantId).where('test_mode', '=', test).execute()) {
    const data = JSON.parse(event.data);
    const name = event.type === 'bounce' ? `bounced_${data.class}` : NAMES[event.type];
    if (name !== undefined && data.prefetch !== true) add(event.created_at, name, JSON.parse(event.recipients).length || 1);
  }
  return hours;
}

/** The same of what `GET /v1/stats` has answered by the hour. */
export function figuresOf(data: readonly ({ at: number } & Record<string, number>)[]): ExpectedHours {
  const entries = data.map(
    ({ at, ...figures }) => [at, Object.fromEntries(Object.entries(figures).filter(([, count]) => count !== 0))] as const,
  );
  return Object.fromEntries(entries.filter(([, figures]) => Object.keys(figures).length > 0));
}
