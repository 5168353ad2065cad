import { describe, expect, it } from 'vitest';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { warningsOf } from './preview-warnings.ts';

describe('the warnings of a preview', () => {
  it('lets others have their turn while large HTML is looked through', async () => {
    const html = `${'<b title="x">y</b> '.repeat(50_000)}<a href="http://a.example/">x</a>`;
    const rendered = { subject: '', html, text: null, missing: [], emptySubject: undefined, isLinkAdded: false };
    const { result: warnings, turns } = await countTurns(() => warningsOf(rendered, 0));
    expect(warnings.map(({ detail }) => detail)).toEqual(['A link without TLS: http://a.example/']);
    expect(turns).toBeGreaterThan(html.length / 20_000);
  });
});
