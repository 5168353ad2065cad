import { Posthorn } from '@posthorn/sdk';
import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BYTES, useMailroom, useNewInbox, withAttachment } from './mailroom.ts';

describe.each(engines)('attachments of received mail on $name', (engine) => {
  const server = useMailroom(engine);
  const inbox = useNewInbox(server);

  describe('GET /v1/inbound/{id}/attachments/{n}', () => {
    it('gives the bytes that were attached', async () => {
      const id = await inbox.receive(withAttachment());
      const answer = await inbox.download(id, 0);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf");
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(Buffer.from(await answer.arrayBuffer()).equals(BYTES)).toBe(true);
      expect(await (await inbox.download(id, 1)).text()).toContain('Subject: inner');
    });

    it.each(['2', '-1', 'x', '0.5', '00', '00000000'])('has no attachment %s', async (n) => {
      expect((await inbox.download(await inbox.receive(withAttachment()), n)).status).toBe(404);
    });

    it("has none of another tenant's", async () => {
      const other = await server.mint();
      expect((await inbox.download(await inbox.receive(withAttachment()), 0, other.key)).status).toBe(404);
    });

    it('comes through the client as it is', async () => {
      const id = await inbox.receive(withAttachment());
      const client = new Posthorn({ apiKey: inbox.key, baseUrl: server.url });
      const answer = await client.inbound.getAttachment(id, 0);
      expect(Buffer.from(await answer.arrayBuffer()).equals(BYTES)).toBe(true);
      await expect(client.inbound.getAttachment(id, 7)).rejects.toMatchObject({ code: 'not_found' });
    });
  });
});
