import { countIn } from '../count.ts';

const count = countIn('en');

export const lists = {
  list: {
    save: 'Export CSV',
    saveHint: (most: number) =>
      `Exports all matching rows, up to ${count(most, 'row', 'rows')}. Text that a spreadsheet would treat as a formula gets a ' in front.`,
    gathered: (many: number) => `${count(many, 'row', 'rows')}…`,
    saved: (many: number) => `${count(many, 'row', 'rows')} exported.`,
    cut: (many: number) => `The first ${count(many, 'row', 'rows')} were exported, and there are more. Narrow the filters, or use the API.`,
  },
  bulk: {
    label: 'Selected rows',
    all: 'Select all shown rows',
    one: (name: string) => `Select ${name}`,
    chosen: (many: number) => `${count(many, 'row', 'rows')} selected`,
    clear: 'Clear selection',
    title: (action: string, many: number) => `${action}: ${count(many, 'row', 'rows')}`,
    passedOver: (many: number) =>
      `${count(many, 'selected row', 'selected rows')} cannot be changed this way, and will stay as ${many === 1 ? 'it is' : 'they are'}.`,
    progress: (done: number, all: number) => `${done} of ${count(all, 'row', 'rows')}`,
    stop: 'Stop',
    done: (action: string, many: number) => `${action}: done for ${count(many, 'row', 'rows')}.`,
    result: (done: number, refused: number, left: number) =>
      `${[`Done for ${count(done, 'row', 'rows')}`, `refused for ${refused}`, ...(left > 0 ? [`not tried for ${left}`] : [])].join(', ')}.`,
  },
  search: {
    until: (time: string) => `No more matches since ${time}.`,
    goOn: 'Search further back',
    clear: (filter: string) => `Remove filter: ${filter}`,
    find: 'Search by recipient or subject',
    filters: 'Filters',
    more: (many: number) => (many === 0 ? 'Filters' : `Filters (${many})`),
    apply: 'Apply',
    every: 'Any',
    recipient: 'Recipient',
    recipientHint: 'The full address, in To, Cc or Bcc.',
    from: 'Sender',
    partHint: 'Part of it is enough.',
    subject: 'Subject',
    domain: 'Domain',
    stream: 'Stream',
    template: 'Template',
    templateHint: 'The alias of the template.',
    broadcast: 'Broadcast',
    tag: 'Tag',
    tagHint: 'For example order, or order:1042.',
    firstDay: 'Start date',
    lastDay: 'End date',
    everyState: 'All statuses',
    nothingText: 'No email matches all filters. Addresses and tags must match exactly; senders and subjects may match in part.',
    attribute: 'Attribute, such as plan:pro',
  },
};
