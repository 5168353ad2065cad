import { countIn } from '../../count.ts';

const count = countIn('en');

export const audiences = {
  audiences: {
    intro: 'Lists of contacts for broadcasts and automations.',
    audience: 'Audience',
    add: 'Create an audience',
    edit: 'Edit',
    description: 'Description',
    members: 'Members',
    counted: (members: number, subscribed: number) =>
      `${count(members, 'member', 'members')}, ${count(subscribed, 'subscribed', 'subscribed')}`,
    addMembers: 'Add members',
    addresses: 'Addresses',
    addressesHint: 'One per line, at most 100. New addresses become contacts.',
    added: (many: number) => `${count(many, 'member is', 'members are')} new.`,
    refused: (list: string) => `Could not be added: ${list}`,
    remove: 'Remove',
    removeText: 'The contacts stay, here and in other audiences.',
    removeNamed: (email: string) => `Remove ${email}`,
    removed: (email: string) => `${email} is no member any more.`,
    emptyTitle: 'No audiences yet',
    emptyText: 'Create one for each list that people can join, such as a newsletter.',
    noMembersTitle: 'No members yet',
    noMembersText: 'Add them here by their addresses, or let your program do it as people join.',
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteText: 'The contacts stay. Broadcasts and automations that use it cannot go on.',
    deleted: 'The audience is deleted.',
  },
};
