/** Returns options of Node by which a program gets other sources in place of its modules, by the end of their paths. */
export function replaceModules(sources: Readonly<Record<string, string>>): string {
  const hooks = `import { registerHooks } from 'node:module';
const replaced = ${JSON.stringify(Object.entries(sources))};
registerHooks({
  load(url, context, next) {
    const found = replaced.find(([end]) => url.endsWith(end));
    return found === undefined ? next(url, context) : { format: 'module', source: found[1], shortCircuit: true };
  },
});`;
  return `--import data:text/javascript,${encodeURIComponent(hooks)}`;
}
