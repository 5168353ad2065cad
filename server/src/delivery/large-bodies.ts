import { createByteSemaphore } from '../core/concurrency/byte-semaphore.ts';
import type { ObjectRef } from '../core/request/context.ts';
import type { MessageBody, UnreadBody } from '../messages/index.ts';

/** The most bytes in memory of bodies that are read one by one. */
const BYTES_IN_FLIGHT = 8 * 1024 * 1024;

export interface LargeBodiesParts {
  readonly find: (ref: ObjectRef) => Promise<MessageBody | undefined>;
  /** 8 MiB by default. */
  readonly bytesInFlight?: number;
}

/** Reads bodies one by one that are too large to be read with the others of their batch. */
export interface LargeBodies {
  /** Reads a body once there is memory for it, in the order of the calls, and returns the result of `work`. The body is undefined where it was removed. */
  withBody<T>(tenantId: string, body: UnreadBody, work: (body: MessageBody | undefined) => Promise<T>): Promise<T>;
}

interface SharedRead {
  readonly body: Promise<MessageBody | undefined>;
  works: number;
}

/** Creates a reader that bounds the memory of its bodies. */
export function createLargeBodies({ find, bytesInFlight = BYTES_IN_FLIGHT }: LargeBodiesParts): LargeBodies {
  const memory = createByteSemaphore(bytesInFlight);
  const readings = new Map<string, SharedRead>();

  /** A body that several messages share is read once while they are worked on at the same time. */
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
    withBody: (tenantId, { id, unreadBytes }, work) => memory.run(unreadBytes, () => readShared({ tenantId, id }, work)),
  };
}
