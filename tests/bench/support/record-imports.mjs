// Loaded ahead of the program: writes the names of the packages that it has imported into the file IMPORTS_FILE when it ends.
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { IMPORTS_FILE: file = '' } = process.env;
const namesByUrl = new Map();
const loaded = new Set();

if (isMainThread) {
  registerHooks({
    resolve(name, context, next) {
      const resolved = next(name, context);
      const isOurs = context.parentURL?.includes('/node_modules/') === false;
      if (isOurs && /^@?[a-z]/.test(name) && !/^(?:node|file|data):/.test(name)) namesByUrl.set(resolved.url, name);
      return resolved;
    },
    // What is only looked for is resolved as well.
    load(url, context, next) {
      if (namesByUrl.has(url)) loaded.add(namesByUrl.get(url));
      return next(url, context);
    },
  });
  process.once('exit', () => writeFileSync(file, JSON.stringify([...loaded])));
}
