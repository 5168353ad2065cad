/** Returns the value of `Allow` for a path with these methods; one with GET also has HEAD (RFC 9110, section 9.3.2). */
export const allowOf = (methods: readonly string[]): string =>
  [...new Set(methods.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method])))].join(', ');
