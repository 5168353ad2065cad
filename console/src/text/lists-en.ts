import { countIn } from './count.ts';

const count = countIn('en');

/** What is done with lists of any kind. */
export const lists = {
  list: {
    save: 'CSV',
    saveHint: (most: number) =>
      `All that match, as a file, up to ${count(most, 'row', 'rows')}. A ' stands before what a spreadsheet would take for a formula.`,
    gathered: (many: number) => `${count(many, 'row', 'rows')}…`,
    saved: (many: number) => `The file has ${count(many, 'row', 'rows')}.`,
    cut: (many: number) =>
      `The file has the first ${count(many, 'row', 'rows')}, and there are more. Narrow the filters, or take them by the API.`,
  },
  bulk: {
    label: 'Chosen rows',
    all: 'Choose all that are shown',
    one: (name: string) => `Choose ${name}`,
    chosen: (many: number) => `${count(many, 'row', 'rows')} chosen`,
    clear: 'Choose none',
    title: (action: string, many: number) => `${action}: ${count(many, 'row', 'rows')}`,
    passedOver: (many: number) =>
      `${count(many, 'chosen row', 'chosen rows')} cannot be treated so, and will stay as ${many === 1 ? 'it is' : 'they are'}.`,
    progress: (done: number, all: number) => `${done} of ${count(all, 'row', 'rows')}`,
    stop: 'Stop',
    done: (action: string, many: number) => `${action}: done for ${count(many, 'row', 'rows')}.`,
    result: (done: number, refused: number, left: number) =>
      `${[`Done for ${count(done, 'row', 'rows')}`, `refused for ${refused}`, ...(left > 0 ? [`not tried for ${left}`] : [])].join(', ')}.`,
  },
};
