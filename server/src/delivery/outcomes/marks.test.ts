import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postgres } from '../../../../tests/support/engines.ts';
import { type Chunks, handOver, startChunks } from '../../../../tests/support/mail/chunks.ts';
import type { AppContext } from '../../app-context.ts';
import type { Trx } from '../../db/dialect.ts';
import type { Provider } from '../../provider/provider.ts';

/** Has the next transaction that is asked for wait until it is let go. */
function createGate() {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isClosed = false;
  const around = (app: AppContext): AppContext => {
    const transact = async <T>(work: (trx: Trx) => Promise<T>): Promise<T> => {
      if (isClosed) {
        isClosed = false;
        reached.resolve();
        await opened.promise;
      }
      return app.db.transact(work);
    };
    return { ...app, db: { ...app.db, transact } };
  };
  const close = () => {
    isClosed = true;
  };
  return { around, close, reached: reached.promise, open: opened.resolve };
}

// On SQLite one transaction goes after the other, whatever it is for.
describe('the mark of a mail on postgres', () => {
  let chunks: Chunks;
  beforeEach(async () => {
    chunks = await startChunks(postgres);
  });
  afterEach(() => chunks.close());

  it('is written while the outcome of another mail takes its time', async () => {
    const ids = await chunks.accept(['one', 'two']);
    const gate = createGate();
    let begun = 0;
    const send: Provider['send'] = async (mail, options) => {
      begun += 1;
      const isFirst = begun === 1;
      if (!isFirst) await gate.reached;
      await options?.beforeData();
      if (isFirst) gate.close();
      else gate.open();
      return handOver(mail);
    };

    await chunks.deliver(ids, send, { around: gate.around });

    expect(await chunks.messages()).toMatchObject(Array(2).fill({ status: 'sent', attempts: 1 }));
  });
});
