import { describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { useServer, useTenant } from '../support/posthorn.ts';
import { commandLine, posthornProcess } from '../support/processes/command-line.ts';
import { eventually } from '../support/wait.ts';

describe.each(engines)('posthorn events on $name', (engine) => {
  const server = useServer(engine);
  const tenant = useTenant(server);
  const cli = commandLine(server, tenant);

  const send = (local: string) =>
    tenant.call('POST', '/v1/email', {
      body: { from: tenant.from, to: [`${local}@posthorn.test`], subject: 'x', text_body: 'x', test_mode: true },
    });

  it('lists what happened, and follows what happens', async () => {
    await send('delivered');
    const [sent, delivery, ...more] = await cli.lines('events');
    expect([sent?.type, delivery?.type, more]).toEqual(['sent', 'delivery', []]);
    expect(await cli.lines('events', '--after', sent?.event_id)).toEqual([delivery]);
    expect(await cli.lines('events', '--types', 'delivery', '--message', sent?.message_id)).toEqual([delivery]);

    const following = posthornProcess(['events', '--follow', '--types', 'bounce,complaint', '--count', '2'], cli.environment());
    await eventually(async () => (following.said().includes('following events from now on') ? true : undefined));
    for (const local of ['bounced', 'delivered', 'complained']) await send(local);
    const { code, stdout } = await following.ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^evt_\S+ {2}\S+ {2}bounce {2}msg_\S+ {2}bounced@posthorn\.test\nevt_\S+ {2}\S+ {2}complaint {2}/);
  });
});
