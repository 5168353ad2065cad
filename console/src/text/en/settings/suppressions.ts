import { countIn } from '../../count.ts';

const count = countIn('en');

export const suppressions = {
  suppressions: {
    intro: 'These addresses get no mail: they bounced, complained, unsubscribed, or were added by hand.',
    find: 'Find an address',
    everyReason: 'Every reason',
    reason: 'Reason',
    reasons: { manual: 'By hand', hard_bounce: 'Hard bounce', complaint: 'Spam complaint', unsubscribe: 'Unsubscribed' },
    scope: 'Holds back',
    scopes: { all: 'All mail', marketing: 'Marketing' },
    since: 'Since',
    address: 'Address',
    add: 'Suppress addresses',
    addText: 'They get no mail until you lift the suppression.',
    addresses: 'Addresses',
    addressesHint: (most: number) => `One per line, at most ${most}.`,
    added: (many: number) => `${count(many, 'address is', 'addresses are')} suppressed.`,
    refused: (list: string) => `No addresses: ${list}`,
    lift: 'Lift',
    liftNamed: (email: string) => `Lift the suppression of ${email}`,
    liftTitle: (email: string) => `Send to ${email} again?`,
    liftText: 'Mail to an address that bounced or complained harms the reputation of your domain. Lift it only if the person asked you to.',
    lifted: 'The suppression is lifted.',
    emptyTitle: 'Nobody is suppressed',
    emptyText: 'Hard bounces, complaints and unsubscribes are added automatically.',
    nothingText: 'No suppression matches. Addresses are matched exactly.',
  },
};
