import { describe, expect, it } from 'vitest';
import { daysOf, findZone, LAST_MS } from './calendar.ts';

describe('time zones', () => {
  it('are one each, however their names are written', () => {
    const names = ['europe/berlin', 'EUROPE/BERLIN', 'eUROPE/bERLIN'].map(findZone);
    expect(names.map((zone) => zone?.name)).toEqual(['Europe/Berlin', 'Europe/Berlin', 'Europe/Berlin']);
    expect(new Set([findZone('Europe/Berlin'), ...names]).size).toBe(1);
  });

  it.each(['', ' ', '+02:00', '-0330', '\u221202:00', 'local', 'UTC+2', 'Mars/Olympus', '__proto__'])('are not %j', (name) => {
    expect(findZone(name)).toBeUndefined();
  });

  it.each(['Etc/GMT+12', 'Etc/GMT-14', 'UTC'])('have whole days up to the last that is told, in %s', (name) => {
    const zone = findZone(name);
    if (zone === undefined) throw new Error(`there is no ${name}`);
    const { starts, end } = daysOf({ from: LAST_MS - 1, to: LAST_MS }, zone);
    expect(starts.map((start) => end - start)).toEqual([86_400_000]);
  });
});
