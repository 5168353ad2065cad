import { contract } from '@posthorn/contract';
import type { RootOperationNode } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { type Call, callThrough } from '../../../tests/support/tenancy/call.ts';
import { startTenancy, type Tenancy } from '../../../tests/support/tenancy/tenancy.ts';
import type { AppContext } from '../app-context.ts';
import { implement } from '../core/operation/implement.ts';
import type { KeyCaller } from '../core/request/caller.ts';
import { findCaller } from '../tenants/index.ts';
import { createTemplates, type RenderResult, renderContents, renderTemplates, type Templates } from './index.ts';
import type { TemplateModel } from './render/render-task.ts';
import type { RenderScope } from './render/render-templates.ts';

/** A app that counts the reads made on it. */
function counting(app: AppContext): { app: AppContext; reads: RootOperationNode[] } {
  const reads: RootOperationNode[] = [];
  const read = app.db.read.withPlugin({
    transformQuery: ({ node }) => {
      reads.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { app: { ...app, db: { ...app.db, read } }, reads };
}

describe.each(engines)('templates of the send path on $name', (engine) => {
  let tenancy: Tenancy;
  let caller: KeyCaller;
  let call: Call;
  let templates: Templates;
  let reads: RootOperationNode[];
  let stop: () => Promise<void>;

  beforeAll(async () => {
    tenancy = await startTenancy(engine);
    const counted = counting(tenancy.app);
    const created = createTemplates(counted.app);
    reads = counted.reads;
    templates = created;
    stop = created.stop;
    call = callThrough(implement({ templates: contract.templates }, created.routes));
  });
  afterAll(async () => {
    await stop();
    await tenancy.close();
  });
  beforeEach(async () => {
    caller = await tenancy.caller(await tenancy.tenant());
  });

  const scope = async () => {
    const found = await findCaller(tenancy.app.db.read, caller.keyHash);
    if (found === undefined) throw new Error('the key is not accepted');
    return { tenantId: found.tenantId, version: found.version };
  };
  const addVersion = (alias: string, body: object) => call(caller, 'templates.createVersion', { params: { alias }, body });
  async function write(alias: string, body: object): Promise<void> {
    await call(caller, 'templates.create', { body: { alias } });
    const { status } = await addVersion(alias, body);
    if (status !== 201) throw new Error(`not created: ${status}`);
  }
  const renderOne = async (of: RenderScope, alias: string, model: TemplateModel) => {
    const [result] = await renderTemplates(templates, of, [{ alias, model }]);
    if (result === undefined) throw new Error('nothing was rendered');
    return result;
  };
  const notFound = (alias: string) => expect.objectContaining({ code: 'template_not_found', status: 422, fields: { alias } });
  const failed = (alias: string) => expect.objectContaining({ code: 'template_render_failed', status: 422, fields: { alias } });
  const textOf = (result: RenderResult) => ('text' in result ? result.text : result.code);

  it('renders the active version and tells which it was', async () => {
    await write('a', { text_body: 'old' });
    await addVersion('a', { subject: 'S {{ x }}', html_body: '{{ x }}' });
    expect(await renderOne(await scope(), 'a', { x: '<' })).toEqual({
      templateVersion: 2,
      subject: 'S <',
      html: '&lt;',
      text: null,
      missing: [],
      missingIn: { subject: [], html: [], text: [] },
      blankInSubject: [],
    });
  });

  it('finds none that is missing, foreign, deleted or without an active version', async () => {
    await write('a', { text_body: 'a', activate: false });
    await write('b', { text_body: 'b' });
    const own = await scope();
    expect(await renderOne(own, 'a', {})).toEqual(notFound('a'));
    expect(await renderOne(own, 'none', {})).toEqual(notFound('none'));
    expect(await renderOne({ tenantId: await tenancy.tenant(), version: 1 }, 'b', {})).toEqual(notFound('b'));
    expect(textOf(await renderOne(own, 'b', {}))).toBe('b');
    await call(caller, 'templates.delete', { params: { alias: 'b' } });
    expect(await renderOne(await scope(), 'b', {})).toEqual(notFound('b'));
  });

  it('renders a batch in its order, whatever some of it comes to', async () => {
    await write('a', { text_body: 'a{{ n }}' });
    await write('b', { text_body: '{{ n | base64_decode }}' });
    const requests = [
      { alias: 'a', model: { n: 1 } },
      { alias: 'none', model: {} },
      { alias: 'b', model: { n: '%' } },
      { alias: 'a', model: { n: 2 } },
    ];
    const results = await renderTemplates(templates, await scope(), requests);
    expect(results).toEqual([
      {
        templateVersion: 1,
        subject: null,
        html: null,
        text: 'a1',
        missing: [],
        missingIn: { subject: [], html: [], text: [] },
        blankInSubject: [],
      },
      notFound('none'),
      failed('b'),
      {
        templateVersion: 1,
        subject: null,
        html: null,
        text: 'a2',
        missing: [],
        missingIn: { subject: [], html: [], text: [] },
        blankInSubject: [],
      },
    ]);
  });

  describe('a batch with what does not end', () => {
    const model = { a: Array.from({ length: 3000 }, (_, n) => n), f: "a | find_exp: 'c', g", g: "a | find_exp: 'd', h", h: 'd > 3000' };
    const filter = '{{ a | find_exp: "b", f }}';
    const loop = '{% for i in a %}{% for j in a %}{% for k in a %}{% endfor %}{% endfor %}{% endfor %}';
    const renderAll = async (slow: string, aliases: readonly string[]) => {
      await write('quick', { text_body: 'quick' });
      await write('slow', { text_body: slow });
      const requests = aliases.map((alias) => ({ alias, model }));
      return renderTemplates(templates, await scope(), requests);
    };
    const isNotBegun = (result: RenderResult) => 'detail' in result && result.detail?.startsWith('It was not begun') === true;

    it.each([
      ['a filter', filter],
      ['a loop', loop],
    ])('fails the slow ones alone, in %s', async (_case, slow) => {
      const aliases = ['quick', 'slow', 'slow', 'quick', 'slow', 'quick'];
      const results = await renderAll(slow, aliases);
      expect(results.map(textOf)).toEqual(aliases.map((alias) => (alias === 'slow' ? 'template_render_failed' : 'quick')));
      expect(results.some(isNotBegun)).toBe(false);
    });

    it('has a budget as a whole, and says so of what it does not reach', async () => {
      const results = await renderAll(loop, ['quick', ...Array.from({ length: 98 }, () => 'slow'), 'quick']);
      expect(results.map(textOf)).toEqual(['quick', ...Array.from({ length: 99 }, () => 'template_render_failed')]);
      // Ten turns: the first slow one cuts off the first, and has the second to itself, as each that follows.
      expect(results.findIndex(isNotBegun)).toBe(10);
      expect(results.slice(10).every(isNotBegun)).toBe(true);
      expect(results.at(-1)).toEqual(failed('quick'));
    });

    it('has no such budget where no request waits for it, as of a broadcast', async () => {
      const parts = { subject: null, html: null };
      const [quick, slow] = [
        { ...parts, id: 'quick', text: 'quick' },
        { ...parts, id: 'slow', text: loop },
      ];
      const contents = [quick, ...Array.from({ length: 11 }, () => slow), quick].map((source) => ({ source, model }));
      const results = await renderContents(templates, await scope(), contents);
      expect(results.map(({ kind }) => kind)).toEqual(['rendered', ...Array.from({ length: 11 }, () => 'failed'), 'rendered']);
    });
  });

  it('looks a batch up with one statement, and not again until the settings change', async () => {
    const aliases = Array.from({ length: 20 }, (_, n) => `t${n}`);
    for (const alias of aliases) await write(alias, { text_body: alias });
    const requests = aliases.map((alias) => ({ alias, model: {} }));
    const before = await scope();
    reads.length = 0;
    for (let count = 0; count < 3; count += 1) {
      expect((await renderTemplates(templates, before, requests)).map(textOf)).toEqual(aliases);
    }
    expect(reads).toHaveLength(1);
    await addVersion('t0', { text_body: 'changed' });
    const after = await scope();
    reads.length = 0;
    expect(textOf(await renderOne(after, 't0', {}))).toBe('changed');
    expect(reads).toHaveLength(1);
  });

  it.each([
    ['a new template', () => call(caller, 'templates.create', { body: { alias: 'new' } })],
    ['a new version', () => addVersion('a', { text_body: 'x', activate: false })],
    ['an activation', () => call(caller, 'templates.activateVersion', { params: { alias: 'a', n: '1' } })],
    ['a deletion', () => call(caller, 'templates.delete', { params: { alias: 'a' } })],
  ])('hears of %s by the version of the settings', async (_case, change) => {
    await write('a', { text_body: 'a' });
    const before = await scope();
    expect((await change()).status).toBeLessThan(300);
    expect((await scope()).version).toBe(before.version + 1);
  });
});
