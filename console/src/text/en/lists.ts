import { countIn } from '../count.ts';

const count = countIn('en');

export const lists = {
  list: {
    save: 'CSV',
    saveHint: (most: number) =>
      `All matching rows as a file, up to ${count(most, 'row', 'rows')}. A ' is put before text that a spreadsheet would treat as a formula.`,
    gathered: (many: number) => `${count(many, 'row', 'rows')}…`,
    saved: (many: number) => `The file has ${count(many, 'row', 'rows')}.`,
    cut: (many: number) => `The file has the first ${count(many, 'row', 'rows')}, and there are more. Narrow the filters, or use the API.`,
  },
  bulk: {
    label: 'Chosen rows',
    all: 'Choose all that are shown',
    one: (name: string) => `Choose ${name}`,
    chosen: (many: number) => `${count(many, 'row', 'rows')} chosen`,
    clear: 'Choose none',
    title: (action: string, many: number) => `${action}: ${count(many, 'row', 'rows')}`,
    passedOver: (many: number) =>
      `${count(many, 'chosen row', 'chosen rows')} cannot be changed this way, and will stay as ${many === 1 ? 'it is' : 'they are'}.`,
    progress: (done: number, all: number) => `${done} of ${count(all, 'row', 'rows')}`,
    stop: 'Stop',
    done: (action: string, many: number) => `${action}: done for ${count(many, 'row', 'rows')}.`,
    result: (done: number, refused: number, left: number) =>
      `${[`Done for ${count(done, 'row', 'rows')}`, `refused for ${refused}`, ...(left > 0 ? [`not tried for ${left}`] : [])].join(', ')}.`,
  },
  search: {
    until: (time: string) => `Nothing more since ${time}.`,
    goOn: 'Search further back',
    clear: (filter: string) => `Take the filter away: ${filter}`,
    find: 'Recipient, or words in the subject',
    filters: 'Filters',
    more: (many: number) => (many === 0 ? 'Filters' : `Filters (${many})`),
    apply: 'Search',
    every: 'Every',
    recipient: 'Recipient',
    recipientHint: 'The whole address, in To, Cc or Bcc.',
    from: 'Sender',
    partHint: 'A part of it is enough.',
    subject: 'Subject',
    domain: 'Domain',
    stream: 'Stream',
    template: 'Template',
    templateHint: 'Its alias.',
    broadcast: 'Broadcast',
    tag: 'Tag',
    tagHint: 'Such as order, or order:1042.',
    firstDay: 'From this day on',
    lastDay: 'Up to this day',
    everyState: 'Every state',
    nothingText: 'No email matches all of this. Addresses and tags are matched exactly, senders and subjects by a part.',
    attribute: 'Attribute, such as plan:pro',
  },
};
