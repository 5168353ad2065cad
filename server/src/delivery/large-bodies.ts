import { createByteSemaphore } from '../core/concurrency/byte-semaphore.ts';
import type { ObjectRef } from '../core/context.ts';
import type { MessageBody, UnreadBody } from '../messages/index.ts';

/** Most bytes in memory of bodies that were not read with the others of their batch. */
const BYTES_IN_FLIGHT = 8 * 1024 * 1024;

export interface LargeBodiesParts {
  readonly find: (ref: ObjectRef) => Promise<MessageBody | undefined>;
  /** 8 MiB unless given. */
  readonly bytesInFlight?: number;
}

/** Bodies that are read one by one, as room for them is made. */
export interface LargeBodies {
  /** Reads a body once there is room for it, which its work gives back; undefined where it is gone. In the order of the calls. */
  withBody<T>(tenantId: string, body: UnreadBody, work: (body: MessageBody | undefined) => Promise<T>): Promise<T>;
}

interface SharedRead {
  readonly body: Promise<MessageBody | undefined>;
  works: number;
}

export function createLargeBodies({ find, bytesInFlight = BYTES_IN_FLIGHT }: LargeBodiesParts): LargeBodies {
  const room = createByteSemaphore(bytesInFlight);
  const readings = new Map<string, SharedRead>();

  /** Messages that share a body and are worked on at once share what was read. */
  async function readShared<T>(ref: ObjectRef, work: (body: MessageBody | undefined) => Promise<T>): Promise<T> {
    const reading = readings.get(ref.id) ?? { body: find(ref), works: 0 };
    readings.set(ref.id, reading);
    reading.works += 1;
    try {
      return await work(await reading.body);
    } finally {
      reading.works -= 1;
      if (reading.works === 0) readings.delete(ref.id);
    }
  }

  return {
    withBody: (tenantId, { id, unreadBytes }, work) => room.run(unreadBytes, () => readShared({ tenantId, id }, work)),
  };
}
