import PostalMime from 'postal-mime';
import type { TestServer } from '../server.ts';

/** A sent mail, as its recipient gets it. */
export interface CapturedMail {
  readonly raw: Buffer;
  readonly html: string;
  readonly text: string;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
}

/** Returns the mail of a message, sent by the `capture:` provider. */
export async function capturedMail(server: Pick<TestServer, 'app'>, messageId: string): Promise<CapturedMail> {
  const row = await server.app.db.read
    .selectFrom('captured_mail')
    .selectAll()
    .where('message_id', '=', messageId)
    .executeTakeFirstOrThrow();
  const raw = Buffer.from(row.raw);
  const { html = '', text = '', headers } = await PostalMime.parse(raw);
  return { raw, html, text, headers: new Map(headers.map(({ key, value }) => [key, value])) };
}
