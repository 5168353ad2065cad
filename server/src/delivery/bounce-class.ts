/** `hard`: the address does not exist or is closed for good. `policy`: the refusal says nothing of the address. */
export type BounceClass = 'hard' | 'soft' | 'policy';

const ENHANCED_CODE = /\b([245])\.(\d{1,3})\.(\d{1,3})\b/;

/** Subjects and details of RFC 3463 that speak of an address which does not exist. */
const DEAD_ADDRESS = new Set(['1.0', '1.1', '1.2', '1.3', '1.6', '1.10', '2.1', '4.4']);
const FULL_OR_BUSY = /^(?:2\.2|3\.1|4\.\d+|2\.0)$/;
const DEAD_TEXT =
  /no such (?:user|recipient|mailbox)|(?:user|recipient|mailbox|address) (?:is )?(?:unknown|not found|does not exist|disabled|inactive)|unknown (?:user|recipient)/i;
const FULL_TEXT = /quota|mailbox (?:is )?full|over ?quota|too many/i;
const POLICY_TEXT = /spam|blocked|black ?list|block ?list|reputation|policy|relay|denied|dmarc|spf|dkim|too large|size/i;

function classOfText(reply: string): BounceClass | undefined {
  if (DEAD_TEXT.test(reply)) return 'hard';
  if (FULL_TEXT.test(reply)) return 'soft';
  if (POLICY_TEXT.test(reply)) return 'policy';
  return undefined;
}

/** Tells from a permanent refusal (RFC 5321, RFC 3463) whether the address is dead. */
export function classifyRefusal(code: number | null, reply: string): BounceClass {
  const enhanced = ENHANCED_CODE.exec(reply);
  if (enhanced !== null) {
    const detail = `${enhanced[2]}.${enhanced[3]}`;
    if (DEAD_ADDRESS.has(detail)) return 'hard';
    if (FULL_OR_BUSY.test(detail)) return 'soft';
    return classOfText(reply) === 'hard' ? 'hard' : 'policy';
  }
  return classOfText(reply) ?? (code === 550 || code === 551 || code === 553 ? 'hard' : 'policy');
}
