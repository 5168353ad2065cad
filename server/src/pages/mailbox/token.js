const KEPT_AS = 'posthorn.operator_token';
const FRAGMENT = /^#token=(.+)$/;

/** The token of the link that led here, which leaves the address bar at once, or the one kept in this tab. */
export function findToken() {
  const given = FRAGMENT.exec(location.hash)?.[1];
  if (given === undefined) return sessionStorage.getItem(KEPT_AS);
  history.replaceState(null, '', location.pathname + location.search);
  const token = decodeURIComponent(given);
  keepToken(token);
  return token;
}

/** Keeps the token until the tab is closed. @param {string} token */
export const keepToken = (token) => sessionStorage.setItem(KEPT_AS, token);

export const forgetToken = () => sessionStorage.removeItem(KEPT_AS);
