/** Query parameters of a return: from a payment, or by the link of a mail (contract §6, §1). */
const RETURN_NAMES = ['token', 'PayerID', 'transactionId', 'preAuthorizationId', 'resetToken'] as const;

/** Name of one of these parameters. */
export type ReturnName = (typeof RETURN_NAMES)[number];

/** Part of `window` that the values are taken from. */
interface TakenWindow {
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash'>;
  readonly history: Pick<History, 'replaceState' | 'state'>;
}

/**
 * Takes the values of a return out of the query (R10): the hash and the other parameters stay, no history entry is
 * added, and a reload doesn't find the values again. Of a repeated parameter the first value counts.
 */
export const takeReturnValues = ({ location, history }: TakenWindow): ReadonlyMap<ReturnName, string> => {
  const query = new URLSearchParams(location.search);
  const values = new Map<ReturnName, string>();
  for (const name of RETURN_NAMES) {
    const value = query.get(name);
    if (value !== null) values.set(name, value);
    query.delete(name);
  }
  const remainingQuery = query.size === 0 ? '' : `?${query.toString()}`;
  if (values.size > 0) history.replaceState(history.state, '', `${location.pathname}${remainingQuery}${location.hash}`);
  return values;
};
