// Releases the version in the package manifests: `npm run release -- --dry-run` does everything except changing, tagging and publishing.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { pack } from './packages/pack.ts';
import { readChangelog, readManifest, root } from './packages/workspace.ts';
import { releaseChangelog } from './release/changelog.ts';
import { examine } from './release/examine.ts';
import { theVersion } from './release/versions.ts';

const run = promisify(execFile);
const DIST = join(root, 'dist');
const shown = (file: string) => relative(root, file);
const git = async (...args: readonly string[]) => (await run('git', [...args], { cwd: root })).stdout.trim();

async function publish(version: string, changelog: string, files: readonly string[]): Promise<void> {
  writeFileSync(join(root, 'CHANGELOG.md'), changelog);
  await git('commit', '--message', `workspace: release ${version}`, 'CHANGELOG.md');
  await git('tag', '--annotate', '--message', `Posthorn ${version}`, `v${version}`);
  for (const file of files) await run('npm', ['publish', file]);
}

async function release(dryRun: boolean): Promise<void> {
  const version = theVersion();
  const { homepage } = readManifest('.');
  const repository = String(homepage).replace(/#.*/, '');
  const changelog = releaseChangelog(readChangelog(), { version, date: new Date().toISOString().slice(0, 10), repository });
  if (!dryRun && (await git('status', '--porcelain')) !== '') throw new Error('there are changes that are not committed');
  const packed = await pack(['contract', 'sdk', 'cli'], DIST, { changelog });
  const faults = (await Promise.all(packed.map(examine))).flat();
  if (faults.length > 0) throw new Error(faults.join('\n'));
  writeFileSync(join(DIST, 'CHANGELOG.md'), changelog);
  console.log([version, ...packed.map(({ file }) => shown(file)), shown(join(DIST, 'CHANGELOG.md'))].join('\n'));
  if (dryRun) return;
  await publish(
    version,
    changelog,
    packed.map(({ file }) => file),
  );
  console.log(`published; push the commit and the tag: git push --follow-tags`);
}

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
try {
  await release(values['dry-run']);
} catch (error) {
  console.error(`posthorn: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
