import { containsPhrase, type Phrase, toPhrase, wordsOf } from '../core/text/phrases.ts';

/** What distinguishes the kinds of mail that arrive at a return path. */
export interface Letter {
  /** Headers by name in lower case; undefined where there is none. */
  readonly header: (name: string) => string | undefined;
  readonly subject: string;
  readonly envelopeFrom: string;
  /** Its text, in one line. */
  readonly words: string;
}

const DAEMON = /mailer-?daemon|mdaemon|mail(?:er)? deliver(?:y)? (?:sub)?system|delivery[._ ](?:sub)?system|mail delivery/i;
/** Addresses that machines write from, and people too. */
const ROLE =
  /^(?:.{0,200}<)?(?:post[-_ ]?master|no-?reply|do-?not-?reply|help|support|admin|administrator|system|mail|server|daemon|notif\w{0,12}|bounces?|info|noc)\b/i;
const FAILURE_SUBJECT = [
  'undeliver*',
  '(deliver|delivery|delivered) [has] (failure|failed|status|report|notification|problem)',
  'failure (notice|notification|delivery)',
  'mail (failure|error|system error)',
  'returned (mail|to sender)',
  '(error|failed|failure) .. (sending|deliver*)',
  'message .. (failed|blocked)',
  'could not be delivered',
  'non delivery',
  'delivery warning',
  'automatically rejected',
  '(unzustellbar*|недоставлен*)',
  '(nicht zugestellt|non remis|no entregado|mancata consegna|не доставлено)',
  '(配信できません|送信できません|配信不能|メールエラー)',
].map(toPhrase);
const FAILURE_WORDS = [
  '(couldnt|could not|cannot|not) be delivered',
  'did not reach the following',
  '(unable|not able|failed|trouble) to (deliver|send)',
  'trouble delivering',
  'undeliver*',
  'was rejected by',
  'delivery .. (failed|delayed)',
  'permanent [fatal] error',
  '(no such user|user unknown)',
  '(wasnt|was not|not yet been|not been) delivered',
  '(automatically rejected|failed recipients|smtp error)',
  '(mailbox unavailable|mailbox not found|address not found)',
  'continue to (try|attempt)',
  '(送信できませんでした|配信できませんでした)',
  '(не может быть доставлено|nicht zugestellt werden|pas pu etre remis|no se pudo entregar|nao pode ser entregue)',
].map(toPhrase);
const DELAY = [
  'temporary failure report',
  'warning message only',
  '(has been|is) delayed',
  'delivery delayed',
  'has not yet been delivered',
  'will be (retried|attempted) (for|again|until)',
  'need to (resend|re send)',
  '(still|keep) trying',
  'attempts will continue',
  'has been postponed',
  'continue to (try|attempt)',
].map(toPhrase);
const MOST_LENGTH = 8000;

const saysAny = (text: string, phrases: readonly Phrase[]): boolean => {
  const words = wordsOf(text, MOST_LENGTH);
  return phrases.some((phrase) => containsPhrase(words, phrase));
};
/** A reply of a server, and not just a number. */
const QUOTES_REPLY =
  /(?<![\d.])[45]\d\d[ -]#?[45]\.\d{1,3}\.\d{1,3}|(?:said|reason|error|response|answer|reply|status|with|below):? {0,3}['"[(]?[45]\d\d[ -]/i;

const ANSWER = /^\s{0,9}(?:re|aw|antw|sv|vs|rv|ref|odp|res|回复|答复|回覆|返信)(?:\[\d{1,3}\])?\s{0,3}[:：]/i;
const AWAY_SUBJECT =
  /^\s{0,9}(?:\[?auto(?:matic|mated)?[ -]?(?:reply|response|responder|svar)|auto:|out of (?:the )?office|(?:i am |i'm )?(?:away|on (?:vacation|holiday|leave))\b|vacation|ooo\b|abwesen|automatische (?:antwort|r)|urlaub|réponse automatique|reponse automatique|absence|absent|respuesta automática|respuesta automatica|fuera de (?:la )?oficina|risposta automatica|fuori (?:sede|ufficio)|resposta automática|fora do escritório|automatisch antwoord|afwezig|autosvar|automatiskt svar|automaattinen|automatická odpověď|autoodpowiedź|odpowiedź automatyczna|автоматический ответ|автоответ|自動応答|自動返信|自动回复|自動回覆)/i;
const AUTO_HEADERS = [
  'x-autoreply',
  'x-autorespond',
  'x-autoresponder',
  'x-autoreply-from',
  'x-mail-autoreply',
  'x-auto-response-suppress',
];

/** Names that mail systems and people have. */
const POSTMASTER = /^(?:.{0,200}<)?post[-_ ]?master\b/i;
const NOTICE_HEADER = 'x-ms-exchange-message-is-ndr';

const isFromDaemon = ({ header, envelopeFrom }: Letter) => DAEMON.test(header('from') ?? '') || DAEMON.test(envelopeFrom);
const saysFailure = ({ subject, words }: Letter) =>
  saysAny(subject, FAILURE_SUBJECT) || saysAny(words, FAILURE_WORDS) || QUOTES_REPLY.test(words);

/** Whether the mail system itself says that it has failed, however it marks its mail. */
function isFailureNotice(letter: Letter): boolean {
  const { header, subject, envelopeFrom } = letter;
  if (isFromDaemon(letter)) return saysFailure(letter);
  if (header(NOTICE_HEADER) !== undefined) return true;
  return saysAny(subject, FAILURE_SUBJECT) && !ANSWER.test(subject) && (envelopeFrom === '' || ROLE.test(header('from') ?? ''));
}

/** Whether a mail was written by a machine in place of its owner (RFC 3834): a holiday note. */
export function isAutoReply(letter: Letter): boolean {
  const { header, subject } = letter;
  if (AWAY_SUBJECT.test(subject)) return !isFromDaemon(letter);
  if (isFailureNotice(letter)) return false;
  const submitted = header('auto-submitted')?.toLowerCase() ?? '';
  if (submitted.startsWith('auto-replied') || header('precedence')?.toLowerCase() === 'auto_reply') return true;
  return AUTO_HEADERS.some((name) => header(name) !== undefined);
}

/**
 * Whether a mail without a report in it tells, in words, that another could not be delivered. Neither a null sender,
 * which holiday notes have too, nor a number, nor the words in the answer of a person prove that.
 */
export function isReportInWords(letter: Letter): boolean {
  const { header, subject, envelopeFrom, words } = letter;
  if (isFromDaemon(letter) || isFailureNotice(letter)) return true;
  if (ANSWER.test(subject)) return POSTMASTER.test(header('from') ?? '') && QUOTES_REPLY.test(words) && !words.includes(' > ');
  if (envelopeFrom === '') return saysFailure(letter);
  if (saysAny(subject, FAILURE_SUBJECT))
    return saysAny(words, FAILURE_WORDS) || QUOTES_REPLY.test(words) || ROLE.test(header('from') ?? '');
  return ROLE.test(header('from') ?? '') && saysFailure(letter);
}

/** Whether the words tell of mail that is late, and not yet lost. */
export const isDelayNotice = (words: string): boolean => saysAny(words, DELAY);
