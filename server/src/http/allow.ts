/** Returns the value of `Allow` for a path that takes these methods; where there is something to get, its headers are too (RFC 9110, section 9.3.2). */
export const allowOf = (methods: readonly string[]): string =>
  [...new Set(methods.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method])))].join(', ');
