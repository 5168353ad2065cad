// Packs what npm installs: compiles the sources and lays out the packages. `npm run packages` leaves them in dist, `npm run sdk` one
// here.
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { type PublishedFolder, pack } from './packages/pack.ts';
import { PUBLISHED, root } from './packages/workspace.ts';

const { values, positionals } = parseArgs({ options: { into: { type: 'string', default: join(root, 'dist') } }, allowPositionals: true });

const isPublished = (folder: string): folder is PublishedFolder => Object.hasOwn(PUBLISHED, folder);
const unknown = positionals.find((folder) => !isPublished(folder));
if (unknown !== undefined) {
  console.error(`posthorn: nothing to pack in ${unknown} (one of ${Object.keys(PUBLISHED).join(', ')})`);
  process.exit(2);
}
const wanted = (positionals.length > 0 ? positionals : Object.keys(PUBLISHED)).filter(isPublished);
for (const { file } of await pack(wanted, values.into)) console.log(relative(process.cwd(), file));
