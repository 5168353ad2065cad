// Generated from contract/openapi.json by `npm run generate`. Do not edit.

export interface Configuration {
	authorization: string | ((name: string, scopes?: string[]) => string | null);
}

/**
 *
 * @export
 */
export const COLLECTION_FORMATS = {
	csv: ",",
	ssv: " ",
	tsv: "\t",
	pipes: "|",
};

/** A request; `answer` is never set, it carries the type. */
export interface FetchArgs<T> {
	url: string;
	options: RequestInit;
	answer?: T;
}

/**
 *
 * @export
 * @class RequiredError
 * @extends {Error}
 */
export class RequiredError extends Error {
	readonly field: string;

	constructor(field: string, msg?: string) {
		super(msg);
		this.field = field;
		Object.setPrototypeOf(this, RequiredError.prototype);
		this.name = "RequiredError";
	}
}

/* The following characters are legal in URL path segments, but are encoded by `encodeURIComponent`

	From RFC 3986: https://datatracker.ietf.org/doc/html/rfc3986
	segment       = *pchar
	pchar         = unreserved / pct-encoded / sub-delims / ":" / "@"
	pct-encoded   = "%" HEXDIG HEXDIG
	unreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~"
	sub-delims    = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="

*/
const URL_PATH_SEGMENT_CHARS = [
/* -- sub-delims -- */
/*	'!',  - Not needed, as this is not encoded by `encodeURIComponent` */
	'$',
	'&',
/*	'\'', - Not needed, as this is not encoded by `encodeURIComponent` */
/*	'(',  - Not needed, as this is not encoded by `encodeURIComponent` */
/*	')',  - Not needed, as this is not encoded by `encodeURIComponent` */
/*	'*',  - Not needed, as this is not encoded by `encodeURIComponent` */
	'+',
	',',
	';',
	'=',
/* -- specific pchars -- */
	':',
	'@',
]
const URL_PATH_SEGMENT_CHAR_MAP = URL_PATH_SEGMENT_CHARS.reduce((acc: Record<string, string>, char) => {
	acc[encodeURIComponent(char)] = char
	return acc
}, {})

/**
 * Similar to `encodeURIComponent`, but does not encode certain characters that are specifically legal
 * in URL path segments, according to RFC 3986: https://datatracker.ietf.org/doc/html/rfc3986
 *
 * See {@link URL_PATH_SEGMENT_CHARS} for the list of characters that are not encoded.
 *
 * @export
 */
export function encodeURIPathSegment(segment: string) {
	let result = encodeURIComponent(segment)
	Object.entries(URL_PATH_SEGMENT_CHAR_MAP).forEach(([encoded, char]) => {
		/* This is an alternative to using String.replaceAll, which isn't available in older environments */
		result = result.split(encoded).join(char)
	})
	return result
}
