/** A megabyte: more at once would hold up the event loop that writes it. */
const PIECE_BYTES = 1 << 20;

/** A message to a worker process: a piece of a large member of a task, or, after all pieces, the task without those members, which `joined` names. */
export type Piece<Task> =
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly task: Partial<Task>; readonly joined: readonly string[] };

const isLarge = (value: unknown): value is Uint8Array => value instanceof Uint8Array && value.byteLength > PIECE_BYTES;

/** Splits a task into messages: members that are byte arrays of more than 1 MiB are sent in pieces of at most 1 MiB. */
export function* splitTask<Task>(task: Task): Iterable<Piece<Task>> {
  const members = Object.entries(task as object);
  const large = members.filter((member): member is [string, Uint8Array] => isLarge(member[1]));
  for (const [name, bytes] of large)
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield { name, bytes: bytes.subarray(at, at + PIECE_BYTES) };
  if (large.length === 0) yield { task: task as Partial<Task>, joined: [] };
  else {
    const names = large.map(([name]) => name);
    // Safe because the other side puts the members back that are left out.
    yield { task: Object.fromEntries(members.filter(([name]) => !names.includes(name))) as Partial<Task>, joined: names };
  }
}

/** Returns a message handler that puts the pieces together and calls `perform` with each task once it is complete. */
export function joinPieces<Task>(perform: (task: Task) => Promise<void>): (message: unknown) => void {
  const pieces = new Map<string, Uint8Array[]>();
  return (message) => {
    // Safe because this is what the other side sends.
    const piece = message as Piece<Task>;
    if ('bytes' in piece) {
      pieces.set(piece.name, [...(pieces.get(piece.name) ?? []), piece.bytes]);
      return;
    }
    const joined = piece.joined.map((name) => [name, Buffer.concat(pieces.get(name) ?? [])]);
    pieces.clear();
    void perform(piece.joined.length === 0 ? (piece.task as Task) : ({ ...piece.task, ...Object.fromEntries(joined) } as Task));
  };
}
