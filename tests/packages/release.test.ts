import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readChangelog, root } from '../../scripts/packages/workspace.ts';
import { releaseChangelog } from '../../scripts/release/changelog.ts';
import { theVersion } from '../../scripts/release/versions.ts';

const release = { version: '1.2.0', date: '2026-12-01', repository: 'https://example.com/posthorn' };
const LINKS = `[Unreleased]: ${release.repository}/compare/v1.1.0...HEAD
[1.1.0]: ${release.repository}/releases/tag/v1.1.0
`;
const file = (notes: string) => `# Changelog\n\n## [Unreleased]\n\n${notes}## [1.1.0] - 2026-11-01\n\n- Begun\n\n${LINKS}`;

describe('a release', () => {
  it('gives what is not released yet a version, a day and a link', () => {
    expect(releaseChangelog(file('### Added\n\n- Packages\n\n'), release)).toBe(`# Changelog

## [Unreleased]

## [1.2.0] - 2026-12-01

### Added

- Packages

## [1.1.0] - 2026-11-01

- Begun

[Unreleased]: ${release.repository}/compare/v1.2.0...HEAD
[1.2.0]: ${release.repository}/compare/v1.1.0...v1.2.0
[1.1.0]: ${release.repository}/releases/tag/v1.1.0
`);
  });

  it('is none where there is nothing to release, or the version is the last one', () => {
    expect(() => releaseChangelog(file(''), release)).toThrow('nothing under ## [Unreleased]');
    expect(() => releaseChangelog('# Changelog\n', release)).toThrow('no ## [Unreleased]');
    expect(() => releaseChangelog(file('- More\n\n'), { ...release, version: '1.1.0' })).toThrow('has 1.1.0 already');
  });

  it('can be made of what is here: one version for all, the one that the SDK is shown with, and something new', () => {
    const version = theVersion();
    expect(releaseChangelog(readChangelog(), { ...release, version })).toContain(`## [${version}] - 2026-12-01`);
    expect(readFileSync(join(root, 'docs/first-mail.md'), 'utf8')).toContain(`posthorn-sdk-${version}.tgz`);
  });
});
