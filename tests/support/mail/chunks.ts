import { type RunningServer, startServer } from '@posthorn/server';
import type { AppContext } from '../../../server/src/app-context.ts';
import { createBlobs } from '../../../server/src/blobs/create-blobs.ts';
import { createDatabaseStore } from '../../../server/src/blobs/database-store.ts';
import { createHooks } from '../../../server/src/core/hooks.ts';
import { createDelivery } from '../../../server/src/delivery/index.ts';
import type { HandOver, OutgoingMail, Provider } from '../../../server/src/provider/provider.ts';
import { createQueue } from '../../../server/src/queue/create-queue.ts';
import { suppress } from '../../../server/src/suppressions/index.ts';
import type { Engine } from '../engines.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../server.ts';

/** Returns the result of a server that accepts every mail. */
export const handOver = ({ envelope }: OutgoingMail, changes: Partial<HandOver> = {}): HandOver => ({
  replies: envelope.to.map((email) => ({ email, outcome: 'accepted' })),
  providerMessageId: 'id',
  inDoubt: false,
  brokenOff: false,
  ...changes,
});
/** Returns the result of a server that defers every mail. */
export const putOff = (mail: OutgoingMail, changes: Partial<HandOver> = {}): HandOver =>
  handOver(mail, {
    replies: mail.envelope.to.map((email) => ({ email, outcome: 'deferred', about: 'mail', code: 451, reply: '451 later' })),
    providerMessageId: null,
    ...changes,
  });

const EVERYBODY = '';

const suppressForAll = ({ db, clock }: AppContext, email: string) =>
  db.transact((trx) =>
    suppress(trx, [{ tenantId: EVERYBODY, email, reason: 'manual', sourceMessageId: null, testMode: false, at: clock.now() }]),
  );

interface DeliverOptions {
  readonly bytesInFlight?: number;
  readonly holdsLease?: () => boolean;
  /** Addresses that get no mail from any tenant, from now on. */
  readonly suppressed?: readonly string[];
  /** Wraps the context of the delivery. */
  readonly around?: (app: AppContext) => AppContext;
  readonly inDoubt?: 'retry' | 'fail';
  readonly signal?: AbortSignal;
}

/** Starts a server that accepts mail and keeps it, for tests that deliver it themselves. */
export async function startChunks(engine: Engine, settings: Readonly<Record<string, string>> = {}) {
  const database = await engine.create();
  const environment = { PORT: '0', LOG_LEVEL: 'silent', OPERATOR_TOKEN, SECRET_KEY: 'k'.repeat(32), DATABASE_URL: database.url };
  const server: RunningServer = await startServer({ environment: { ...environment, ROLE: 'api', ...settings } });
  const url = server.url ?? '';
  const { db } = server.app;
  const mint = () => mintTenant(url, caller(url, OPERATOR_TOKEN));

  function createWorker(send: Provider['send'], given: DeliverOptions = {}) {
    const { bytesInFlight = 1_000_000, holdsLease = () => true, around = (app) => app, inDoubt = 'retry' } = given;
    const { signal = new AbortController().signal } = given;
    const app = around({ ...server.app, hooks: createHooks(), config: { ...server.app.config, IN_DOUBT: inDoubt } });
    const delivery = createDelivery(app, {
      queue: createQueue(app),
      provider: { send, close: async () => undefined },
      blobs: createBlobs(app, createDatabaseStore(db)),
      bytesInFlight,
    });
    return (ids: readonly string[], { attempt = 1 } = {}) =>
      delivery.jobHandlers.deliver([{ id: 'job_1', attempt, priority: 0, payload: { message_ids: [...ids] }, holdsLease }], signal);
  }

  return {
    db,
    transact: db.transact,
    mint,
    /** Sends a mail for each text, from a new tenant unless one is given; returns their ids. */
    async accept(texts: readonly string[], change: object = {}, given?: TestTenant): Promise<string[]> {
      const tenant = given ?? (await mint());
      const sends = texts.map((text) =>
        tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: text, ...change } }),
      );
      return (await Promise.all(sends)).map(({ body }) => body.message_id);
    },
    /** Delivers messages as one job. */
    async deliver(ids: readonly string[], send: Provider['send'], given: DeliverOptions = {}) {
      for (const email of given.suppressed ?? []) await suppressForAll(server.app, email);
      return createWorker(send, given)(ids);
    },
    /** Creates a process that delivers messages as one job; each call starts it. */
    worker: createWorker,
    messages: () => db.read.selectFrom('messages').selectAll().orderBy('id').execute(),
    attempts: () => db.read.selectFrom('delivery_attempts').selectAll().execute(),
    events: () => db.read.selectFrom('events').selectAll().orderBy('id').execute(),
    close: async () => {
      await server.stop();
      await database.drop();
    },
  };
}

export type Chunks = Awaited<ReturnType<typeof startChunks>>;
