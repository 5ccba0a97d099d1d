/** What somebody comes back with in the query: from a payment, or by the link of a mail (contract §6, §1). */
const RETURN_NAMES = ['token', 'PayerID', 'transactionId', 'preAuthorizationId', 'resetToken'] as const;

/** Name of one of these values. */
export type ReturnName = (typeof RETURN_NAMES)[number];

/** The part of `window` that the values are taken from. */
interface TakenWindow {
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash'>;
  readonly history: Pick<History, 'replaceState' | 'state'>;
}

/**
 * Takes what somebody comes back with out of the query (R10): the hash and the rest stay, no history entry is made, and
 * a reload doesn't find it again. Of a name that comes twice the first counts.
 */
export const takeReturnValues = ({ location, history }: TakenWindow): ReadonlyMap<ReturnName, string> => {
  const query = new URLSearchParams(location.search);
  const values = new Map<ReturnName, string>();
  for (const name of RETURN_NAMES) {
    const value = query.get(name);
    if (value !== null) values.set(name, value);
    query.delete(name);
  }
  const rest = query.size === 0 ? '' : `?${query.toString()}`;
  if (values.size > 0) history.replaceState(history.state, '', `${location.pathname}${rest}${location.hash}`);
  return values;
};
