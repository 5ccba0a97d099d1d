/**
 * Query parameters of a return to the app: from a payment provider, by a link in an e-mail, or from a sign-in at a
 * third party (contract §6, §1), or for a restaurant that another app shares (`share_target` of the app's manifest).
 */
const RETURN_NAMES = [
  'token',
  'PayerID',
  'transactionId',
  'preAuthorizationId',
  'resetToken',
  'signInCode',
  'signInError',
  'sharedText',
  'sharedUrl',
] as const;

/** Name of a query parameter in `RETURN_NAMES`. */
export type ReturnName = (typeof RETURN_NAMES)[number];

/** Part of `window` from which the values are read and removed. */
interface ReturnWindow {
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash'>;
  readonly history: Pick<History, 'replaceState' | 'state'>;
}

/**
 * Removes the query parameters in `RETURN_NAMES` from the URL and returns their values (R10). The hash and all other
 * parameters stay, no history entry is added, and a reload doesn't find the values again. If a parameter is repeated,
 * its first value is used.
 */
export const takeReturnValues = ({ location, history }: ReturnWindow): ReadonlyMap<ReturnName, string> => {
  const queryParameters = new URLSearchParams(location.search);
  const returnValues = new Map<ReturnName, string>();
  for (const name of RETURN_NAMES) {
    const returnValue = queryParameters.get(name);
    if (returnValue !== null) returnValues.set(name, returnValue);
    queryParameters.delete(name);
  }
  const remainingQuery = queryParameters.size === 0 ? '' : `?${queryParameters.toString()}`;
  if (returnValues.size > 0)
    history.replaceState(history.state, '', `${location.pathname}${remainingQuery}${location.hash}`);
  return returnValues;
};
