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

/** Reads HTML once, in time that grows with its length, and tells where its parts stand. */
export function tokenize(html: string, callbacks: Partial<TokenizerCallbacks>): void {
  const tokenizer = new Tokenizer({ decodeEntities: true }, { ...deaf, ...callbacks });
  tokenizer.write(html);
  tokenizer.end();
}
