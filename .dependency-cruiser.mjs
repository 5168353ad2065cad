// Who may import whom. Ranks: a feature imports only features of a lower rank, and only through their index.ts.
const RANKS = [
  ['tenants', 'quota'],
  ['domains'],
  ['suppressions', 'templates', 'attachments'],
  ['people', 'events'],
  ['contacts'],
  ['audiences'],
  ['segments'],
  ['webhooks'],
  ['usage', 'feed'],
  ['messages'],
  ['stats', 'unsubscribe', 'captured'],
  ['email', 'delivery', 'feedback'],
  ['tracking', 'broadcasts', 'automations', 'inbound'],
];
const FEATURES = RANKS.flat();
const oneOf = (names) => `(?:${names.join('|')})`;
const inServer = (path) => `^server/src/${path}`;
const BASE = [
  'config',
  'core',
  'db',
  'storage',
  'meters',
  'queue',
  'blobs',
  'mime',
  'reports',
  'mail-links',
  'mail-reader',
  'provider',
  'http',
  'secrets',
  'refusals',
  'smtp',
];
/** What joins the parts: the files at the top but for what features are given and the form they have, and the folders that look at all features. */
const WIRING = ['(?!(?:app-context|feature)\\.ts$)[^/]+\\.ts$', '(?:admin|doctor|health|metrics|move|submission|watch)/'];
const TEST = '\\.test(?:-d)?\\.ts$';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const ranks = RANKS.slice(0, -1).map((features, rank) => {
  const higher = RANKS.slice(rank + 1).flat();
  return forbid(
    `rank-${features.join('-')}`,
    'A lower feature announces, a higher one reacts.',
    { path: inServer(`${oneOf(features)}/`) },
    { path: inServer(`${oneOf(higher)}/`) },
  );
});
const neighbours = RANKS.filter((features) => features.length > 1).map((features) =>
  forbid(
    `apart-${features.join('-')}`,
    'Features of one rank do not know each other.',
    { path: inServer(`(${features.join('|')})/`), pathNot: TEST },
    { path: inServer(`${oneOf(features)}/`), pathNot: inServer('$1/') },
  ),
);

export default {
  forbidden: [
    forbid('no-cycles', 'What needs each other belongs together.', {}, { circular: true }),
    forbid(
      'no-orphans',
      'Nothing uses it.',
      {
        orphan: true,
        pathNot: [
          TEST,
          inServer('pages/[^/]+/main\\.js$'),
          '^console/build\\.ts$',
          inServer('core/workers/process-main\\.ts$'),
          '\\.test-d\\.ts$',
          '\\.config\\.ts$',
          'global-setup\\.ts$',
          '\\.d\\.ts$',
        ],
      },
      {},
    ),
    forbid('unresolvable', 'It is not there.', {}, { couldNotResolve: true }),
    forbid(
      'contract-alone',
      'The contract stands on zod alone.',
      { path: '^contract/', pathNot: [TEST, '^contract/src/openapi/'] },
      { path: '.', pathNot: ['^contract/', 'node_modules/zod/'] },
    ),
    forbid(
      'openapi-apart',
      'The document generator is loaded by those who ask for it.',
      { path: '^contract/src/', pathNot: '^contract/src/openapi/' },
      { path: 'openapi' },
    ),
    forbid(
      'server-on-contract',
      'The server knows neither its clients nor its tests.',
      { path: '^server/', pathNot: TEST },
      { path: '^(?:cli|sdk|tests)/' },
    ),
    forbid(
      'unit-tests-on-support',
      'What lies beside its source uses nothing of other tests.',
      { path: `^server/.*${TEST}` },
      { path: '^(?:cli|sdk|tests)/', pathNot: '^tests/support/' },
    ),
    forbid(
      'sdk-alone',
      'The SDK runs anywhere: nothing of ours, no dependency.',
      { path: '^sdk/src/' },
      { path: '.', pathNot: '^sdk/src/' },
    ),
    forbid(
      'cli-commands',
      'Only the commands that start or examine the server import it.',
      { path: '^cli/', pathNot: '^cli/src/commands/server/' },
      { path: '^server/' },
    ),
    forbid(
      'cli-types-of-contract',
      "What the operator's commands send and get is typed by the contract; what they run is the SDK's.",
      { path: '^cli/' },
      { path: '^contract/src/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'console-on-sdk',
      'The console is a client like any other; with the pages it has in common how mail is read.',
      { path: '^console/' },
      { path: '^(?:server|cli|scripts|tests)/', pathNot: [inServer('pages/shared/'), '^scripts/build-once\\.ts$'] },
    ),
    forbid(
      'console-types-of-contract',
      'What the console loads is the SDK: schemas would be half of it.',
      { path: '^console/', pathNot: TEST },
      { path: '^contract/', dependencyTypesNot: ['type-only'] },
    ),
    forbid('console-is-built', 'Browsers load the console; nothing imports it.', { pathNot: '^console/' }, { path: '^console/' }),
    forbid('no-tests-in-sources', 'Sources do not import tests.', { pathNot: ['^tests/', TEST] }, { path: ['^tests/', TEST] }),
    forbid(
      'core-is-pure',
      'core/ imports only the contract, zod and libraries without effects.',
      { path: inServer('core/'), pathNot: [TEST, inServer('core/operation/(?:implement|to-api-error)\\.ts')] },
      {
        path: '.',
        pathNot: [inServer('core/'), '^contract/', 'node_modules/(?:zod|async-mutex|htmlparser2|p-timeout|safe-stable-stringify)/'],
        dependencyTypesNot: ['core'],
      },
    ),
    forbid(
      'implement-on-trpc',
      'implement.ts builds procedures of the contract, and their errors are read beside it.',
      { path: inServer('core/operation/(?:implement|to-api-error)\\.ts') },
      { path: '.', pathNot: [inServer('core/'), '^contract/', 'node_modules/zod/', 'node_modules/@trpc/server/'] },
    ),
    forbid(
      'trpc-in-adapters',
      'Features are handlers by contract key; what calls them is not their matter.',
      { path: '^server/', pathNot: [inServer('core/operation/(?:implement|to-api-error)\\.ts'), inServer('http/'), TEST] },
      { path: 'node_modules/@trpc/' },
    ),
    forbid(
      'pages-in-browsers',
      'Pages run in browsers: what they load is served beside them.',
      { path: inServer('pages/') },
      { path: '.', pathNot: [inServer('pages/'), 'node_modules/postal-mime/'] },
    ),
    forbid(
      'pages-are-served',
      'No server code is shared with a page.',
      { pathNot: [inServer('pages/'), '^console/'] },
      { path: inServer('pages/') },
    ),
    forbid(
      'engines-in-db',
      'What the engines do differently is in db/ and queue/.',
      { path: '^server/', pathNot: inServer('db/') },
      { path: 'node_modules/(?:better-sqlite3|pg)/' },
    ),
    forbid(
      'pg-boss-in-queue',
      'The queue hides what works it.',
      { path: '^server/', pathNot: inServer('queue/') },
      { path: 'node_modules/pg-boss/' },
    ),
    forbid(
      'nodemailer-in-one-file',
      'Its parts have no names of their own, so that a release may move them.',
      { path: '^server/', pathNot: inServer('provider/nodemailer\\.ts') },
      { path: 'node_modules/nodemailer/' },
    ),
    forbid(
      'wire-in-http',
      'Only http/ speaks HTTP.',
      { path: '^server/', pathNot: [inServer('http/'), inServer('http-app\\.ts'), inServer('serve-http\\.ts')] },
      { path: 'node_modules/(?:hono|@hono)/' },
    ),
    forbid(
      'interfaces-apart',
      'Each interface beside /v1 stands alone: what two of them need is beside them.',
      { path: inServer('http/(mcp|resend-api)/') },
      { path: inServer('http/(?:mcp|resend-api)/'), pathNot: inServer('http/$1/') },
    ),
    forbid(
      'mcp-in-its-folder',
      'Only its folder speaks MCP.',
      { path: '^server/', pathNot: inServer('http/mcp/') },
      { path: 'node_modules/@modelcontextprotocol/' },
    ),
    forbid(
      'features-by-index',
      'Other features are used through their index.ts.',
      { path: inServer('([^/]+)'), pathNot: TEST },
      {
        path: inServer(`${oneOf(FEATURES)}/`),
        pathNot: [inServer('$1/'), '/index\\.ts$'],
      },
    ),
    forbid(
      'base-knows-no-feature',
      'What features are built on does not know them.',
      { path: inServer(`${oneOf(BASE)}/`) },
      { path: inServer(`${oneOf(FEATURES)}/`) },
    ),
    forbid(
      'wiring-on-top',
      'What joins the parts is known to none of them.',
      { path: inServer(`${oneOf([...BASE, ...FEATURES])}/`), pathNot: TEST },
      { path: WIRING.map(inServer) },
    ),
    forbid(
      'features-below-http',
      'A handler does not know how it was asked.',
      { path: inServer(`${oneOf([...FEATURES, 'admin', 'health'])}/`), pathNot: TEST },
      { path: inServer('http/') },
    ),
    ...ranks,
    ...neighbours,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.runtime' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
