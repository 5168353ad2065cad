/** Sizes in bytes, counts and lengths that are part of the interface. */
export const limits = {
  sendBodyBytes: 40 * 1024 * 1024,
  bodyBytes: 4 * 1024 * 1024,
  /** Bytes of a body of an operation that takes none. */
  emptyBodyBytes: 16 * 1024,
  /** Values in a JSON body: its lists and objects, and their members. */
  bodyValues: 50_000,
  /** Nesting of lists and objects in a JSON body of 256 KiB or more. */
  bodyDepth: 100,
  /** Total bytes of all field names in a JSON body. */
  bodyNameBytes: 1024 * 1024,
  /** Bytes of a request from SNS, which sends 256 KB at most. */
  snsBytes: 256 * 1024,
  /** Bytes of a received mail. */
  inboundBytes: 25 * 1024 * 1024,
  fileBytes: 10 * 1024 * 1024,
  attachmentBytes: 10 * 1024 * 1024,
  attachmentsBytes: 25 * 1024 * 1024,
  attachments: 20,
  batch: 100,
  idempotencyKeyLength: 256,
  /** How far ahead a message can be scheduled, ms: 100 years, to catch a wrong unit. */
  scheduleAheadMs: 100 * 365.25 * 24 * 60 * 60 * 1000,
  recipients: 50,
  /** Recipients in `cc`, and in `bcc`; a repeated one counts twice. */
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
  /** Deliveries repeated by one replay. */
  replay: 50,
  /** How long a request for events may wait for one. */
  feedWaitSeconds: 30,
  templates: 1000,
  templateVersions: 1000,
  templateSourceBytes: 512 * 1024,
  templateOutputBytes: 1024 * 1024,
  templateModelBytes: 256 * 1024,
  /** Warnings in the response for one email. */
  sendWarnings: 20,
  /** Milliseconds of computing time for the template of one email. */
  renderMs: 200,
  /** Milliseconds of computing time for all templates of one request. */
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
  /** Active automations of a tenant: each is considered whenever something happens to a contact. */
  activeAutomations: 100,
  steps: 50,
  stepDepth: 4,
  stepsBytes: 64 * 1024,
  shortestWaitSeconds: 60,
  longestWaitSeconds: 7_776_000,
  /** Characters of an address with its display name, as given. */
  addressLength: 1000,
  /** The year 2255: positions in a log, which are times × 1000, stay exact up to here. */
  latestTime: 9_000_000_000_000,
  attributes: 100,
  attributeNameLength: 100,
  attributeLength: 4096,
  /** Bytes of a contact's attributes as JSON. */
  attributesBytes: 16 * 1024,
  descriptionLength: 1000,
  /** Recipients of one broadcast test; the next is the number of tests that a tenant may send per hour. */
  broadcastTestRecipients: 5,
  broadcastTestsAnHour: 50,
  /** Columns of an import: an address and as many attributes as a contact can have. */
  importColumns: 101,
  /** Concurrent imports of a tenant; the next is the same for exports. */
  importsUnderWay: 10,
  exportsUnderWay: 10,
  /** Failed rows of an import whose errors are kept. */
  importErrors: 100,
  /** Attribute names that get a column in an export. */
  exportAttributes: 1000,
  /** Characters of a new password, and of any. */
  passwordLeast: 12,
  passwordLength: 256,
  /** Links of a mail whose clicks are tracked. */
  trackedLinks: 1000,
  /** Emails of a pack of credits, and of a balance. */
  creditEmails: 1_000_000_000,
  pageDefault: 25,
  pageMax: 100,
} as const;

/** Returns a limit in bytes for descriptions: `512 KiB`, `10 MiB`. */
export const inKibibytes = (bytes: number): string => `${bytes / 1024} KiB`;
export const inMebibytes = (bytes: number): string => `${bytes / 1024 ** 2} MiB`;
