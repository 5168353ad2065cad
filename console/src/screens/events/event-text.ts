import type { WebhookEvent } from '@posthorn/sdk';
import type { Words } from '../../text/words.ts';
import { legible, legibleAddress } from '../../ui/legible.ts';

/** Describes what happened, and to whom. */
export function eventText(event: WebhookEvent, words: Words): string {
  switch (event.type) {
    case 'contact.created':
    case 'contact.updated':
      return words.events.told[event.type](legibleAddress(event.contact.email));
    case 'contact.import.completed':
      return words.events.told[event.type](legible(String(event.import.file_name ?? event.import.id ?? '')));
    case 'inbound.received':
      return words.events.told[event.type](legibleAddress(event.inbound.from_addr));
    case 'automation.webhook':
      return words.events.told[event.type](legible(event.name), legibleAddress(event.contact.email));
    default: {
      const to = legibleAddress(event.recipients.join(', '));
      const said = words.timeline.events[event.type](to);
      return said.includes(to) ? said : `${said}: ${to}`;
    }
  }
}

/** Returns the mail of an event; undefined if it has none. */
export const messageOf = (event: WebhookEvent): string | undefined => ('message_id' in event ? event.message_id : undefined);
