/** `hard`: the address does not exist or is closed for good. `policy`: a permanent refusal that says nothing of the address. */
export type BounceClass = 'hard' | 'soft' | 'policy';

/** Who said a refusal, and when. `rcpt`: a server, of the recipient. `content`: a server, having seen the mail. */
export type Occasion = 'rcpt' | 'content' | 'report' | 'text';

export interface Refusal {
  /** SMTP reply code, null where none is told. */
  readonly code: number | null;
  /** What the server said. */
  readonly reply: string;
  /** Status of a report (RFC 3464, section 2.3.4), for a reply that has no enhanced code of its own. */
  readonly status?: string | null;
  readonly occasion: Occasion;
}

const ENHANCED_CODES = /(?<![\d.])([45])\.(\d{1,3})\.(\d{1,3})(?!\d|\.\d)/g;

/** Subjects and details of RFC 3463 that speak of an address which does not exist. */
const DEAD_CODES = new Set(['1.0', '1.1', '1.2', '1.3', '1.6', '1.10', '4.4']);
/** Of a mailbox that is there, and of a network that is not for now. */
const PASSING_CODES = /^(?:2\.[0124]|3\.1|4\.\d+)$/;
const PROVEN_DEAD_TEXT = /not listed in (?:the )?(?:Domino Directory|public Name)|recipient name is not recognized|RESOLVER\.ADR\.Recip/i;
const DEAD_TEXT =
  /no such (?:user|recipient|mailbox)|(?:user|recipient|mailbox|address)(?: is)? (?:unknown|not found|does not exist|disabled|inactive)|(?:unknown|invalid) (?:user|recipient)|no mailbox here/i;
const FULL_TEXT = /quota|(?:mailbox|mail ?folder|inbox)(?: is)? full|too many|not enough (?:disk )?space|disk full/i;
const POLICY_TEXT =
  /spam|block(?:ed|ing)|black ?list|block ?list|banned|reputation|policy|relay|denied|dmarc|spf|dkim|too large|size|sender|not accept/i;

const looksDead = (text: string) => DEAD_TEXT.test(text) || PROVEN_DEAD_TEXT.test(text);

function codesIn(text: string): { readonly transient: boolean; readonly detail: string }[] {
  return [...text.matchAll(ENHANCED_CODES)].map(([, first, subject, detail]) => ({
    transient: first === '4',
    detail: `${subject}.${detail}`,
  }));
}

function classOfCodes(details: readonly string[], reply: string): BounceClass | undefined {
  if (details.some((detail) => detail.startsWith('7.'))) return 'policy';
  if (details.some((detail) => DEAD_CODES.has(detail))) return POLICY_TEXT.test(reply) && !looksDead(reply) ? 'policy' : 'hard';
  // A mailbox that is closed and one that is not in use for now have the same code.
  if (details.includes('2.1') && looksDead(reply)) return 'hard';
  return details.some((detail) => PASSING_CODES.test(detail)) ? 'soft' : undefined;
}

/** Without a code that speaks of the address, its words count for as much as the occasion on which they were said. */
function classOfText({ code, reply, occasion }: Refusal, coded: boolean): BounceClass {
  const proven = occasion === 'rcpt' || (occasion === 'report' && !coded);
  if (PROVEN_DEAD_TEXT.test(reply) || (proven && looksDead(reply))) return 'hard';
  if (POLICY_TEXT.test(reply)) return 'policy';
  if (occasion === 'rcpt' && !coded && (code === 550 || code === 551 || code === 553)) return 'hard';
  return code === null && !coded && occasion !== 'rcpt' ? 'soft' : 'policy';
}

/** Tells from a refusal (RFC 5321, RFC 3463) whether the address is dead. In doubt it is not: suppressing holds back all later mail. */
export function classifyRefusal(refusal: Refusal): BounceClass {
  const { code, reply, status, occasion } = refusal;
  const own = codesIn(reply);
  const codes = own.length > 0 ? own : codesIn(status ?? '');
  if (FULL_TEXT.test(reply)) return 'soft';
  if (codes.length > 0 ? codes.every(({ transient }) => transient) : code !== null && code < 500) return 'soft';
  if (occasion === 'content') return 'policy';
  return (
    classOfCodes(
      codes.map(({ detail }) => detail),
      reply,
    ) ?? classOfText(refusal, codes.length > 0)
  );
}
