const UNRELEASED = '## [Unreleased]';
const HEADING = /^## \[(\d+\.\d+\.\d+)\]/m;

export interface Release {
  readonly version: string;
  /** Such as 2026-11-30. */
  readonly date: string;
  /** URL of the repository. */
  readonly repository: string;
}

/** Adds the links of the headings, which are the last lines of the file. */
function withLinks(text: string, { version, repository }: Release, before: string | undefined): string {
  const link = before === undefined ? `releases/tag/v${version}` : `compare/v${before}...v${version}`;
  const links = [`[Unreleased]: ${repository}/compare/v${version}...HEAD`, `[${version}]: ${repository}/${link}`];
  return text.replace(/^\[Unreleased\]: .*$/m, links.join('\n'));
}

/** Returns CHANGELOG.md with the unreleased changes under a version (Keep a Changelog 1.1). Throws if there is nothing to release. */
export function releaseChangelog(text: string, release: Release): string {
  const [head = '', rest] = text.split(`${UNRELEASED}\n`);
  if (rest === undefined) throw new Error(`CHANGELOG.md has no ${UNRELEASED}`);
  if (!/^\[Unreleased\]: /m.test(rest)) throw new Error('CHANGELOG.md has no link for [Unreleased]');
  const before = HEADING.exec(rest)?.[1];
  if (before === release.version) throw new Error(`CHANGELOG.md has ${release.version} already: the version is to be raised`);
  const [notes = ''] = rest.split(/^(?:## |\[)/m);
  if (!/^- /m.test(notes)) throw new Error(`CHANGELOG.md has nothing under ${UNRELEASED}`);
  return withLinks(`${head}${UNRELEASED}\n\n## [${release.version}] - ${release.date}\n${rest}`, release, before);
}
