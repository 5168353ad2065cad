import { describe, expect, it } from 'vitest';
import { createSystemRandom } from '../../core/crypto/random.ts';
import type { Templates } from '../../templates/index.ts';
import { createRenderer } from '../../templates/render/renderer.ts';
import { FIELDS } from '../draft/body.ts';
import { createCopies } from './copies.ts';
import { renderForReaders } from './render-mail.ts';

const URL = 'https://mail.example/u/token';
const OUTPUT_BYTES = 1000;
const perform = createRenderer();
// Safe because nothing else of the templates is asked for.
const templates = {
  pool: {
    run: async (_: string, tasks: never[]) => [...perform({ tasks, now: 0, limits: { budgetMs: 60_000, outputBytes: OUTPUT_BYTES } })],
  },
  texts: { textOf: async () => 'text' },
} as unknown as Templates;
const parts = { templates, copies: createCopies(createSystemRandom(), templates) };

async function renderEach(html: string, names: readonly string[]) {
  const source = { id: `bod_${html.length}`, subject: 'Hi', html, text: null };
  const tasks = names.map((name) => {
    const reader = { id: 'con_1', email: 'ada@example.com', status: 'subscribed' as const, attributes: { name } };
    return { source, reader, unsubscribeUrl: URL };
  });
  return renderForReaders(parts, { tenantId: 'ten_1', fields: FIELDS }, tasks);
}

describe('the copies of readers', () => {
  it('fail for no signs: those that are as long as a part may be are rendered without', async () => {
    const copies = await renderEach('{{ name }}'.repeat(200), ['abcde', 'abcdef', 'abc']);
    expect(copies).toMatchObject([
      { kind: 'rendered', html: expect.stringContaining('abcde'.repeat(200)), isLinkAdded: true },
      { kind: 'failed', detail: `body_html, line 1: The output is larger than ${OUTPUT_BYTES} bytes.` },
      { kind: 'rendered', html: expect.stringContaining('abc'.repeat(200)) },
    ]);
  });
});
