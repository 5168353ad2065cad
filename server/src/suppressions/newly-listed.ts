import { addressKey } from './find-suppressed.ts';
import { listingReason } from './suppress-on-event.ts';

interface Occurrence {
  readonly type: string;
  readonly recipients: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

/** The addresses that a batch of messages puts on their tenants' lists, before they are written. */
export interface NewlyListed {
  /** Records the addresses that the events of a message put on the list. */
  note(tenantId: string, events: readonly Occurrence[]): void;
  /** Returns the given addresses, bare and in lower case, that were recorded. */
  among(tenantId: string, emails: readonly string[]): string[];
}

/** Creates an empty set of addresses that are newly listed. */
export function createNewlyListed(): NewlyListed {
  const listed = new Set<string>();
  return {
    note(tenantId, events) {
      for (const event of events) {
        if (listingReason(event) === undefined) continue;
        for (const email of event.recipients) listed.add(addressKey({ tenantId, email }));
      }
    },
    among: (tenantId, emails) => (listed.size === 0 ? [] : emails.filter((email) => listed.has(addressKey({ tenantId, email })))),
  };
}
