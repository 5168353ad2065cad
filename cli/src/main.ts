#!/usr/bin/env node
// Imports nothing itself: an older Node ends where what is imported has names that it does not know, before anything could be said.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
/** As the manifests' `engines`; 23 learnt with 23.7 what 22 has had since 22.14. */
const isRecentEnough = major === 23 ? minor >= 7 : major > 22 || (major === 22 && minor >= 18);

if (isRecentEnough) await import('./run.ts');
else {
  process.stderr.write(`posthorn: needs Node 22.18 or newer, and this is ${process.versions.node}\n`);
  process.exitCode = 2;
}

export {};
