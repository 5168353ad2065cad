/** `hard`: the address does not exist or is closed for good. `policy`: a permanent refusal that does not concern the address. */
export type BounceClass = 'hard' | 'soft' | 'policy';

/** When a server refused: before any recipient was named, at RCPT, after the content, or unknown. */
export type Phase = 'mail' | 'rcpt' | 'data' | 'unknown';

/** The meaning of phrases in a refusal. */
export interface Meaning {
  readonly is: string;
  readonly class: BounceClass;
  /** Phrases, in the notation of `core/phrases.ts`. */
  readonly words: readonly string[];
  /** Only with one of these enhanced codes. */
  readonly codes?: readonly string[];
  /** Only in one of these phases, unless the code itself concerns the address. */
  readonly phases?: readonly Phase[];
}

const WHO =
  '(user|users|recipient|recipients|addressee|mailbox|mailboxes|mail box|account|address|addresses|email|alias|person|local part|username|userid|user id|member|customer|mail drop|maildrop|inbox|login|employee|subscriber)';
const GONE =
  '(disabled|closed|deactivated|deleted|removed|discontinued|terminated|cancelled|canceled|retired|expired|inactive|obsolete|defunct|dormant)';

/** Persists until the mailbox is emptied. */
export const FULL: Meaning = {
  is: 'the mailbox is full',
  class: 'soft',
  words: [
    '(over|out of|exceed*) [the|its|his|her|disk|storage|mailbox] (quota|allocation)',
    '(overquota|overquotaperm|overquotatemp|mailboxfull|quotaexceeded)',
    'exceed* .. (quota|storage|allowed size|local limit|mailbox limit|size limit)',
    'quota .. (exceed*|full|reached|violation|usage)',
    'reached .. quota',
    'out of storage',
    '(mailbox|inbox|mailfolder|mail folder|maildrop|account|storage|disk) .. full',
    'mailbox .. (exceed*|exeeded|too large)',
    '(not enough|insufficient|no) [system|disk|storage|free] (space|storage)',
    'too many messages (on|in)',
    '(boite|boîte) .. pleine',
    '(postfach|mailbox) .. voll',
    '(buzon|buzón|casilla) .. (lleno|llena)',
    'casella .. piena',
    'почтовый ящик .. переполнен',
  ],
};

/**
 * The phrases of receiving servers and their meaning, in order of precedence: the first match decides. In doubt an address is not dead,
 * so phrases about anything else come before phrases about the address.
 * Sources: RFC 5321 (4.2.2), RFC 7505, the replies of Gmail, Outlook and Microsoft 365, Yahoo and AOL, iCloud, GMX and WEB.DE, Mail.Ru,
 * Yandex, QQ and NetEase as listed on their postmaster pages, and those built into common mail servers.
 */
export const MEANINGS: readonly Meaning[] = [
  FULL,
  {
    is: 'the directory does not have the address, whatever else is said',
    class: 'hard',
    words: [
      'user unknown in (local|virtual|relay) .. table',
      '(recipnotfound|recipientnotfound|nosuchuser)',
      'not listed in .. (directory|address book|names)',
      'mailbox name not allowed',
      'recipient name is not recognized',
      '(null mx|nullmx)',
    ],
  },
  {
    is: 'Cisco for a recipient that it does not have',
    class: 'hard',
    words: ['address rejected'],
    codes: ['5.1.0'],
  },
  {
    is: 'Microsoft 365 does not have the address: it blocks at its edge whom no directory knows',
    class: 'hard',
    words: ['recipient address rejected access denied'],
    codes: ['5.4.1'],
  },
  {
    is: 'RFC 5248 for an account that an administrator has disabled, for lack of payment or abuse: it may open again',
    class: 'soft',
    words: ['..'],
    codes: ['5.7.13'],
  },
  {
    is: 'the sender, his domain, or where he sends from',
    class: 'policy',
    words: [
      '(sender*|sending|mail from|envelope from|from address|from header|from domain|return path|reverse path)',
      'your (ip|ips|domain|host|hostname|server|network|isp|access|client|provider|reputation|organization)',
      '(client|connecting|source|originating) (ip|host|server|address)',
      '(ip|ips|ip address) .. (block*|list*|denied|reject*|banned|refused|not allowed|mismatch*)',
      '(reverse dns|rdns|ptr|helo|ehlo|dynamic ip|no dns|hostname)',
      '(callback|callout|callouts)',
    ],
  },
  {
    is: 'a list, or a reputation',
    class: 'policy',
    words: [
      '(blacklist*|blocklist*|black list*|block list*|denylist*|greylist*|graylist*|whitelist*|allowlist*|dnsbl|rbl|bl)',
      'listed (at|by|on|in)',
      '(is|are|was|been) listed',
      '(block*|banned|ban|reputation|repute|abuse|abusive|untrusted|bad host)',
      '(spamhaus|spamcop|sorbs|barracuda*|cloudmark|senderbase|uribl|surbl|invaluement|abuseat)',
    ],
  },
  {
    is: 'authentication, encryption or relaying',
    class: 'policy',
    words: [
      '(spf|dkim|dmarc|arc|authenticat*|authoriz*|authoris*|authrequired|smtp auth|unauth*|tls|starttls|encrypt*|certificate|credentials)',
      '(relay|relays|relayed|relaying|rcpthosts)',
      'not .. configured .. domain',
    ],
  },
  {
    is: 'how much or how often',
    class: 'policy',
    words: [
      '(too many|too much|excessive|throttl*|rate|frequency|frequent*|flood*|volume|concurren*)',
      '(limit|limits|limited|limitation|limiting)',
      '(harvest*|bulk)',
    ],
  },
  {
    is: 'the content',
    class: 'policy',
    words: [
      '(spam*|antispam|junk|ube|uce|unsolicited|phish*|virus*|malware|malicious|infected|trojan|worm|suspicious|dangerous|unsafe|forged|spoof*)',
      '(content|contents|attachment*|header|headers|body|subject|signature|encoding|mime|rfc5322|rfc2822|rfc822|rfc 5322|rfc 2822|rfc 822|compliant|malformed|8bit|bare lf)',
      '(message|mail|email|data|line) [size|is|was|length|too] (size|too big|too large|too long|exceed*|length|large)',
      '(size limit|too big|too large|oversize*|duplicate)',
      'message (rejected|refused|denied|blocked|not allowed|not accepted for)',
    ],
  },
  {
    is: 'a policy',
    class: 'policy',
    words: [
      '(policy|policies|prohibit*|forbidden|restrict*|permission*|permitted|violat*|security|compliance)',
      '(administrative|administratively) (prohibition|denied|rejected|prohibited)',
      '(access|service|permission|connection) (denied|refused|rejected|unavailable|prohibited)',
      '(not|isnt|arent|never) (allowed|permitted|wanted|welcome|accepting mail from)',
    ],
  },
  {
    is: 'not now',
    class: 'soft',
    words: [
      '(temporar*|transient|currently|momentarily|deferred|defer|overload*|busy|maintenance)',
      '(try|retry) .. (again|later)',
      '(suspend*|locked|lockout|frozen|on hold|paused)',
      '(timed out|timeout|time out|no route|unreachable|routing loop|mail loop|loop detected)',
      '(message|delivery|envelope|retry|queue) .. (expired|timeout|too long)',
      '(hop|hops) .. (exceed*|count)',
      'too many hops',
      'unverified address',
      '(dns|name service|directory) .. (query failed|servfail|try again|timeout)',
    ],
  },
  {
    is: 'the address does not exist',
    class: 'hard',
    words: [
      `${WHO} .. (does not|doesnt|dont|do not|did not|didnt|doesn t|not) (exist|exists)`,
      `${WHO} [specified|name|address|you] [is|was|are|be|not] [an|a] (not found|notfound|not known|unknown here|unknown to|invalid|nonexistent|non existent|unrecognized|unrecognised|not recognized|not recognised|not valid|undeliverable|not registered)`,
      `${WHO} .. (not be|wasnt|isnt|couldnt be|cannot be|cant be) (found|located|recognized)`,
      '(recipient|mailbox|mail box|account|address|addressee|alias|email|customer|member) [name|address] [is|was] unknown',
      '(unknown|invalid|nonexistent|non existent|unrecognized|illegal|undefined|bad destination|incorrect) [or] [illegal|invalid|unknown|virtual|destination|local|email|mail] [user] (recipient*|mailbox|mail box|account|address|addresses|addressee|alias|local part|username|email|customer)',
      'invalid user',
      'invalid final delivery userid',
      'no such (recipient*|mailbox|mail box|account|address|email*|alias|person|customer|local user|mail drop|id|username|member|object|addressee)',
      'no (mailbox|mail box|account|user|one|recipient|person) (here|by|with|of|at|on|exists|found|named)',
      `is not [a|an|our|one of] [our|valid|known|existing|registered|active|legitimate|local|valid local] ${WHO}`,
      'not [a|our|valid|known|existing] [valid] (customer|mailbox|recipient|user)',
      '(doesnt|does not|do not|dont) have [a|an] .. (account|mailbox)',
      `(couldnt|could not|cannot|cant|unable to) (find|locate|identify) .. ${WHO}`,
      `(lookup|look up|search) .. ${WHO} .. failed`,
      'address not found',
      'undeliverable address',
      'addressing error',
      'not known (here|at|to)',
      `(benutzer|empfanger|empfaenger|adressat|adresse|postfach|konto|mailbox) [ist] (unbekannt|existiert nicht|nicht gefunden|nicht vorhanden|ungultig|ungueltig)`,
      '(unbekannter|unbekannte) (benutzer|empfanger|empfaenger|adresse|adressat)',
      '(utilisateur|destinataire|adresse|ladresse|compte|boite) .. (inconnu|inconnue|invalide|inexistant|inexistante|nexiste pas|n existe pas)',
      '(usuario|destinatario|cuenta|direccion|buzon|casilla|usuária|conta|caixa postal) .. (desconocido|desconocida|desconhecido|inexistente|no existe|no existente|nao existe|invalido|no encontrado|nao encontrado)',
      '(utente|destinatario|indirizzo|casella) .. (sconosciuto|sconosciuta|inesistente|errato|non esiste|non trovato|non valido)',
      '(gebruiker|ontvanger|adres|mailbox) [is] (onbekend|niet gevonden|bestaat niet)',
      '(onbekende|ukjent|okand|okänd|ukendt) (gebruiker|ontvanger|bruker|mottaker|anvandare|användare|mottagare|modtager|bruger)',
      '(konto|skrzynka|adres|uzytkownik|odbiorca) .. (nie istnieje|nieznany|nie znaleziono)',
      'nie ma takiego (konta|uzytkownika|adresu)',
      '(пользователь|пользователя|получатель|адресат|ящик|адрес) .. (не найден|не существует|неизвестен|не зарегистрирован|удален)',
      'нет такого (пользователя|адреса|ящика|получателя)',
    ],
  },
  {
    is: 'the address does not exist, in Chinese and Japanese',
    class: 'hard',
    words: [
      '(用户|邮箱|收件人|帐号|账号|帐户|账户|地址) [名] (不存在|未找到|已注销)',
      'ディレクトリのリストにありません',
      '(ユーザー|ユーザ|宛先|あて先|アドレス) (が見つかりません|は存在しません|が存在しません|不明)',
    ],
  },
  {
    is: 'the mailbox is closed, or its owner is gone',
    class: 'hard',
    words: [
      `${WHO} .. (is|has been|was|have been|are|be|been) [now|permanently] [not] ${GONE}`,
      `${WHO} ${GONE}`,
      `${GONE} [or] [recipient|email|mail|user] ${WHO}`,
      '(disableduser|accountdisabled|userdisabled)',
      'not [an] active [user|account|mailbox]',
      'no longer (exist*|on|active|valid|available|in use|used|accept*|receiv*|an|with|here|works|employed|at|monitored|a|in|maintained|being)',
      `${WHO} .. (has|have) (moved|left)`,
      '(mailbox|recipient) [has] moved',
      'left the (company|organization|organisation)',
    ],
  },
  {
    is: 'the domain does not exist, or takes no mail',
    class: 'hard',
    words: [
      '(unrouteable|unroutable) (address|mail domain|domain)',
      'no such (domain|host)',
      '(unknown|invalid|illegal) (domain|host)',
      'illegal host domain',
      '(host|domain|host name|domain name) [name] [is|was] (unknown|not found|invalid|nonexistent|does not exist|doesnt exist)',
      '(domain|host|mx) .. (does not|doesnt|not) exist',
      'host or domain name not found',
      '(host|domain|domains) .. (not found|nxdomain|nonexistent)',
      '(couldnt|could not|cannot|cant) find [a|any] (host|mail exchanger|mx|mail server)',
      '(no mx|no mail exchanger*|null mx|nullmx|no smtp service|infodomainnonexistent)',
      '(host|domain|server) [does not|doesnt|never] (accept|receive) [any] (mail|email)',
      '(host|domain|server) .. (doesnt|does not) (accept|receive) [any] (mail|email)',
      'all [relevant] mx records point to',
      'bad destination (host|system|domain)',
    ],
  },
  {
    is: 'the reason that Postfix gives with its refusal of a recipient',
    class: 'hard',
    words: ['recipient [address] rejected (user|recipient|mailbox|account|no such|unknown|invalid)'],
    phases: ['rcpt', 'data'],
  },
  {
    is: 'RFC 5321 for a mailbox that is not there, the text of Outlook.com and GMX for addresses they do not have',
    class: 'hard',
    words: ['mailbox unavailable', 'mailbox not available', 'mailbox is unavailable'],
    phases: ['rcpt', 'data', 'unknown'],
  },
  {
    is: 'a formula and nothing else, by which content filters also hide behind the directory once they have seen the mail',
    class: 'hard',
    words: [
      '(user|account) (unknown|not known|not exist|is unknown)',
      '(unknown|no such|no valid) [local] (user|users|recipients)',
      'no such user',
      'unknown local user',
    ],
    phases: ['rcpt'],
  },
  {
    is: 'a refusal of the recipient, with no other reason',
    class: 'hard',
    words: ['(recipient|address) [address] (rejected|refused|denied) $', 'recipient (rejected|refused) $'],
    phases: ['rcpt'],
  },
];
