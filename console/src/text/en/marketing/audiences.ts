import { countIn } from '../../count.ts';

const count = countIn('en');

export const audiences = {
  audiences: {
    intro: 'Lists of contacts for broadcasts and automations.',
    audience: 'Audience',
    add: 'Create audience',
    edit: 'Edit',
    description: 'Description',
    members: 'Members',
    counted: (members: number, subscribed: number) =>
      `${count(members, 'member', 'members')}, ${count(subscribed, 'subscribed', 'subscribed')}`,
    addMembers: 'Add members',
    addresses: 'Addresses',
    addressesHint: 'One per line, up to 100. New addresses become contacts.',
    added: (many: number) => `${count(many, 'member', 'members')} added.`,
    refused: (list: string) => `Could not be added: ${list}`,
    remove: 'Remove',
    removeText: 'The contacts are kept, and stay in their other audiences.',
    removeNamed: (email: string) => `Remove ${email}`,
    removed: (email: string) => `${email} removed from the audience.`,
    emptyTitle: 'No audiences yet',
    emptyText: 'Create one for each list that people can join, such as a newsletter.',
    findMember: 'Search by address',
    notMemberText: 'No member has this address. It must match exactly.',
    noMembersTitle: 'No members yet',
    noMembersText: 'Add them by address, or from your application as people sign up.',
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteText: 'The contacts are kept. Broadcasts and automations that use this audience cannot continue.',
    deleted: 'Audience deleted.',
  },
};
