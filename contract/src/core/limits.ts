/** Sizes in bytes, counts and lengths that the interface promises. */
export const limits = {
  sendBodyBytes: 40 * 1024 * 1024,
  bodyBytes: 4 * 1024 * 1024,
  /** Most bytes of a body of an operation without fields, in which nothing is looked for. */
  emptyBodyBytes: 16 * 1024,
  /** Most values of a JSON body: its lists and objects, and what they hold. */
  bodyValues: 50_000,
  /** Most levels of lists and objects inside each other, in a JSON body from 256 KiB on. */
  bodyDepth: 100,
  /** Most bytes of the names of all fields of a JSON body together. */
  bodyNameBytes: 1024 * 1024,
  /** Most bytes of a body that SNS posts; it posts 256 KB at most. */
  snsBytes: 256 * 1024,
  /** Most bytes of a received mail. */
  inboundBytes: 25 * 1024 * 1024,
  fileBytes: 10 * 1024 * 1024,
  attachmentBytes: 10 * 1024 * 1024,
  attachmentsBytes: 25 * 1024 * 1024,
  attachments: 20,
  batch: 100,
  idempotencyKeyLength: 256,
  /** How far ahead a message may be scheduled, ms: 100 years, to catch a wrong unit. */
  scheduleAheadMs: 100 * 365.25 * 24 * 60 * 60 * 1000,
  recipients: 50,
  /** Most recipients in `cc`, and in `bcc`; one that is named twice counts twice. */
  copies: 500,
  replyTo: 10,
  headers: 50,
  headerLength: 998,
  tags: 50,
  tagLength: 256,
  subjectLength: 998,
  htmlBytes: 1024 * 1024,
  textBytes: 1024 * 1024,
  nameLength: 255,
  urlLength: 2048,
  /** Deliveries that one replay repeats. */
  replay: 50,
  /** How long a request for events waits for one. */
  feedWaitSeconds: 30,
  templates: 1000,
  templateVersions: 1000,
  templateSourceBytes: 512 * 1024,
  templateOutputBytes: 1024 * 1024,
  templateModelBytes: 256 * 1024,
  /** Most warnings in the answer for one email. */
  sendWarnings: 20,
  /** Milliseconds of computing for the template of one email. */
  renderMs: 200,
  /** Milliseconds of computing for all templates that one request renders. */
  renderRequestMs: 2000,
  filterBytes: 16 * 1024,
  filterDepth: 5,
  filterConditions: 50,
  filterValues: 100,
  filterAudiences: 20,
  filterTextLength: 1024,
  filterDays: 3650,
  filterMinCount: 1000,
  fileNameLength: 255,
  /** Most active automations of a tenant: each is looked at whenever something happens to a contact. */
  activeAutomations: 100,
  steps: 50,
  stepDepth: 4,
  stepsBytes: 64 * 1024,
  shortestWaitSeconds: 60,
  longestWaitSeconds: 7_776_000,
  /** Most characters of an address with its name, as given. */
  addressLength: 1000,
  /** The year 2255: positions in a log, which are times × 1000, stay exact up to here. */
  latestTime: 9_000_000_000_000,
  attributes: 100,
  attributeNameLength: 100,
  attributeLength: 4096,
  /** Most bytes of a contact's attributes as JSON. */
  attributesBytes: 16 * 1024,
  descriptionLength: 1000,
  /** Most recipients of one test of a broadcast; the next is how many tests a tenant may send in an hour. */
  broadcastTestRecipients: 5,
  broadcastTestsAnHour: 50,
  /** Columns of an import: an address and as many attributes as a contact may have. */
  importColumns: 101,
  /** Most imports that a tenant has under way at once; the next is the same for exports. */
  importsUnderWay: 10,
  exportsUnderWay: 10,
  /** Rows of an import whose faults are kept. */
  importErrors: 100,
  /** Attributes by different names that an export has columns for. */
  exportAttributes: 1000,
  /** Characters of a password that is chosen, and of any. */
  passwordLeast: 12,
  passwordLength: 256,
  /** Links of a mail whose clicks are counted. */
  trackedLinks: 1000,
  /** Most emails of a pack of credits, and of a balance. */
  creditEmails: 1_000_000_000,
  pageDefault: 25,
  pageMax: 100,
} as const;

/** Returns a limit in bytes as descriptions tell it: `512 KiB`, `10 MiB`. */
export const inKibibytes = (bytes: number): string => `${bytes / 1024} KiB`;
export const inMebibytes = (bytes: number): string => `${bytes / 1024 ** 2} MiB`;
