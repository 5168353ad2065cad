import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

const ignore = () => undefined;

const deaf: TokenizerCallbacks = {
  onattribdata: ignore,
  onattribend: ignore,
  onattribentity: ignore,
  onattribname: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
};

/** Characters that are read without others in between: about 2 ms of the densest markup. */
const PIECE_LENGTH = 16 * 1024;

/** The same as `tokenize`, in pieces. `yieldIfBusy`: what each of them waits for first. */
export async function tokenizeInPieces(
  html: string,
  callbacks: Partial<TokenizerCallbacks>,
  yieldIfBusy: () => Promise<void>,
): Promise<void> {
  const tokenizer = new Tokenizer({ decodeEntities: true }, { ...deaf, ...callbacks });
  for (let place = 0; place < html.length; place += PIECE_LENGTH) {
    await yieldIfBusy();
    tokenizer.write(html.slice(place, place + PIECE_LENGTH));
  }
  tokenizer.end();
}

/** Reads HTML once, in time that grows with its length, and tells where its parts stand. */
export function tokenize(html: string, callbacks: Partial<TokenizerCallbacks>): void {
  const tokenizer = new Tokenizer({ decodeEntities: true }, { ...deaf, ...callbacks });
  tokenizer.write(html);
  tokenizer.end();
}
