#!/usr/bin/env node
// This file imports nothing statically: an older Node would fail on an import that it does not know, before it could print why.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
/** As the manifests' `engines`; 23 learnt with 23.9 what 22 has since 22.19. */
const isRecentEnough = major === 23 ? minor >= 9 : major > 22 || (major === 22 && minor >= 19);

if (isRecentEnough) await import('./run.ts');
else {
  process.stderr.write(`posthorn: needs Node 22.19 or newer, and this is ${process.versions.node}\n`);
  process.exitCode = 2;
}

export {};
