/** The part of `window` that a value is taken from. */
export interface TakenWindow {
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash'>;
  readonly history: Pick<History, 'replaceState' | 'state'>;
}

/**
 * Reads what somebody comes back with out of the query and takes it away (R10): the hash stays, no history entry is
 * made, and a reload does not find it again. Null where there is none.
 */
export const takeFromAddress = ({ location, history }: TakenWindow, name: string): string | null => {
  const query = new URLSearchParams(location.search);
  const value = query.get(name);
  if (value === null) return null;
  query.delete(name);
  const rest = query.size === 0 ? '' : `?${query.toString()}`;
  history.replaceState(history.state, '', `${location.pathname}${rest}${location.hash}`);
  return value;
};
