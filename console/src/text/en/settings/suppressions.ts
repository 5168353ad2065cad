import { countIn } from '../../count.ts';

const count = countIn('en');

export const suppressions = {
  suppressions: {
    intro: 'These addresses receive no mail, or no marketing mail, because they bounced, complained, unsubscribed or were added manually.',
    find: 'Search by address',
    everyReason: 'All reasons',
    reason: 'Reason',
    reasons: { manual: 'Manual', hard_bounce: 'Hard bounce', complaint: 'Spam complaint', unsubscribe: 'Unsubscribed' },
    scope: 'Applies to',
    scopes: { all: 'All mail', marketing: 'Marketing' },
    since: 'Since',
    address: 'Address',
    add: 'Suppress addresses',
    addText: 'They receive no mail until you remove the suppression.',
    addresses: 'Addresses',
    addressesHint: (most: number) => `One per line, up to ${most}.`,
    added: (many: number) => `${count(many, 'address', 'addresses')} suppressed.`,
    refused: (list: string) => `Not valid addresses: ${list}`,
    remove: 'Remove',
    removeNamed: (email: string) => `Remove the suppression of ${email}`,
    removeTitle: (email: string) => `Send to ${email} again?`,
    removeText:
      'Sending to an address that bounced or complained harms the reputation of your domain. Remove the suppression only if the person asked you to.',
    removed: 'Suppression removed.',
    emptyTitle: 'No suppressed addresses',
    emptyText: 'Hard bounces, complaints and unsubscribes are added automatically.',
    nothingText: 'No suppression matches. Addresses must match exactly.',
  },
};
