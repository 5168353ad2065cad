import { type FilterImplOptions, filters, Liquid } from 'liquidjs';

/** Tags that would load another template. */
const LOADING_TAGS = ['include', 'render', 'layout', 'block'];
const DATE_FILTERS = ['date', 'date_to_xmlschema', 'date_to_rfc822', 'date_to_string', 'date_to_long_string'] as const;
const ESCAPING_FILTERS = ['escape', 'escape_once', 'xml_escape'] as const;
const MOST_SOURCE_LENGTH = 512 * 1024;
/** Array items and characters that the filters of one part may make. */
const MOST_MEMORY = 5_000_000;

type Handler = Extract<FilterImplOptions, (...args: never[]) => unknown>;

function builtIn(name: string): Handler {
  const filter = filters[name];
  if (typeof filter !== 'function') throw new Error(`the language has no filter ${name}`);
  return filter;
}

/** Lets a date filter take the time of `now` from the app's clock. */
const withClock = (filter: Handler, now: () => number): Handler =>
  function (value, ...args) {
    const given = value === 'now' || value === 'today' ? now() / 1000 : value;
    return filter.call(this, given, ...args);
  };

/** The language of templates, without a way to files, prototypes or the machine's settings. */
export function createLiquid({ escaped, now }: { escaped: boolean; now: () => number }): Liquid {
  const engine = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    templates: {},
    timezoneOffset: 0,
    locale: 'en-US',
    parseLimit: MOST_SOURCE_LENGTH,
    memoryLimit: MOST_MEMORY,
    ...(escaped ? { outputEscape: 'escape' } : {}),
  });
  for (const tag of LOADING_TAGS) delete engine.tags[tag];
  for (const name of DATE_FILTERS) engine.registerFilter(name, withClock(builtIn(name), now));
  // What was escaped by hand is not escaped again.
  if (escaped) for (const name of ESCAPING_FILTERS) engine.registerFilter(name, { handler: builtIn(name), raw: true });
  return engine;
}
