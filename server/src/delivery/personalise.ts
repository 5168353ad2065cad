import type { MessageBody } from '../messages/index.ts';
import type { Delivery } from './claim-deliveries.ts';

/** Who a mail goes to, for links that are theirs alone. */
export interface MailAddressee {
  readonly tenantId: string;
  readonly messageId: string;
  readonly email: string;
}

/** A link by which its reader wants no more, and the headers that offer it (RFC 2369, RFC 8058). */
export interface Unsubscription {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type MintUnsubscription = (addressee: MailAddressee) => Unsubscription;

/** A message whose shared body is made its reader's own. */
export interface SharedMail extends MailAddressee {
  readonly contactId: string | null;
  readonly subject: string;
  readonly body: MessageBody;
  readonly unsubscribeUrl: string;
}

export type Personalised =
  | { readonly kind: 'ready'; readonly subject: string; readonly html: string | null; readonly text: string | null }
  /** Whom it is for is no contact any more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Fills in many mails at once; answers by message id. */
export type Personalise = (mails: readonly SharedMail[]) => Promise<ReadonlyMap<string, Personalised>>;

export interface PersonaliseParts {
  readonly personalise: Personalise;
  readonly mintUnsubscription: MintUnsubscription;
}

/** A delivery with what its own reader sees; undefined where it needs none. */
export interface OwnContent {
  readonly result: Personalised;
  readonly headers: Readonly<Record<string, string>>;
}

function toShared({ row, body, recipients }: Delivery, mint: MintUnsubscription): { mail: SharedMail; headers: OwnContent['headers'] }[] {
  const [recipient] = recipients;
  if (row.broadcast_id === null || body === undefined || recipient === undefined) return [];
  const addressee = { tenantId: row.tenant_id, messageId: row.id, email: recipient.email };
  const { url, headers } = mint(addressee);
  return [{ mail: { ...addressee, contactId: row.contact_id, subject: row.subject, body, unsubscribeUrl: url }, headers }];
}

/** Fills in what the mails of broadcasts among deliveries say; the others are absent. */
export async function findOwnContents(
  deliveries: readonly Delivery[],
  { personalise, mintUnsubscription }: PersonaliseParts,
): Promise<Map<string, OwnContent>> {
  const shared = deliveries.flatMap((delivery) => toShared(delivery, mintUnsubscription));
  if (shared.length === 0) return new Map();
  const results = await personalise(shared.map(({ mail }) => mail));
  return new Map(shared.map(({ mail, headers }) => [mail.messageId, { headers, result: results.get(mail.messageId) ?? { kind: 'gone' } }]));
}
