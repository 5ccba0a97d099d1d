import { getRandomUsers, searchBlockableUsers, searchContactableUsers } from '@mahlzeit/contract';
import type { Person } from '@mahlzeit/contract';
import { BLOCK_SEARCH_MIN_LENGTH, CONTACT_SEARCH_MIN_LENGTH, SUGGESTED_CONTACTS } from '@mahlzeit/contract/rules';
import { api, apiQuery, browserTimers, errorCode, skipToken, useShell, useUid } from '@mahlzeit/shared-ui/platform';
import { useEffect, useState } from 'react';

/** Delay in ms between the last key and the request of a search (S2§9). */
export const SEARCH_DELAY_MS = 800;

/** Kind of users that a search finds: users who can be added as contacts, or users who can be blocked. */
type SearchedUsers = 'contactable' | 'blockable';

const minLengths: Readonly<Record<SearchedUsers, number>> = {
  contactable: CONTACT_SEARCH_MIN_LENGTH,
  blockable: BLOCK_SEARCH_MIN_LENGTH,
};

/**
 * Normalizes a search text: trimmed and in lower case (S2§7). Returns null when the text is too short (S12: a search
 * for contacts needs two characters, a search for users to block needs three).
 */
export const searchedName = (typedText: string, users: SearchedUsers): string | null => {
  const name = typedText.trim().toLocaleLowerCase('de');
  return [...name].length < minLengths[users] ? null : name;
};

const byText = (text: string) => ({ params: { text } });

const { useFoundContactableQuery, useFoundBlockableQuery, useSuggestedUsersQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    foundContactable: build.query<Person[], string>(apiQuery(searchContactableUsers, byText)),
    foundBlockable: build.query<Person[], string>(apiQuery(searchBlockableUsers, byText)),
    suggestedUsers: build.query<Person[], number>(apiQuery(getRandomUsers, (count: number) => ({ params: { count } }))),
  }),
});

/**
 * Returns a name once it has not changed for `SEARCH_DELAY_MS`, and null before. Returns null at once when the text is
 * too short.
 */
export const useDebouncedName = (name: string | null): string | null => {
  const [debounced, setDebounced] = useState<string | null>(null);
  useEffect(
    () =>
      name === null || name === debounced ? undefined : browserTimers.after(SEARCH_DELAY_MS, () => setDebounced(name)),
    [name, debounced],
  );
  return name === debounced ? name : null;
};

/** Logs a failed search. The user sees an empty list and no error (S2§7). */
const useFailureLog = (search: string, error: unknown): void => {
  const { logEvent } = useShell();
  const code = error === undefined ? null : errorCode(error);
  useEffect(() => {
    if (code !== null) logEvent('user_search_failed', { search, code });
  }, [logEvent, search, code]);
};

// The results aren't taken from the cache: people who were added or blocked since then must not appear again.
const alwaysRefetch = { refetchOnMountOrArgChange: true } as const;

const noPeople: readonly Person[] = [];

/** State and results of a search for users by name. */
interface UserSearch {
  /** Whether the text is too short for a search. */
  readonly isTooShort: boolean;
  /** Whether the debounce or the request is running. */
  readonly isSearching: boolean;
  readonly people: readonly Person[];
}

/**
 * Searches people by name. The reader is left out. Only the result for the current name is shown; a delayed response
 * for an earlier name is ignored.
 */
export const useUserSearch = (typedText: string, users: SearchedUsers): UserSearch => {
  const uid = useUid();
  const name = searchedName(typedText, users);
  const debounced = useDebouncedName(name) ?? skipToken;
  const contactable = useFoundContactableQuery(users === 'contactable' ? debounced : skipToken, alwaysRefetch);
  const blockable = useFoundBlockableQuery(users === 'blockable' ? debounced : skipToken, alwaysRefetch);
  const { currentData, isFetching, error } = users === 'contactable' ? contactable : blockable;
  useFailureLog(users, error);
  return {
    isTooShort: name === null,
    isSearching: name !== null && (debounced === skipToken || isFetching),
    people: (isFetching ? noPeople : (currentData ?? noPeople)).filter(({ key }) => key !== uid),
  };
};

/** Returns some people whom the reader might know. They are loaded again each time the screen opens. */
export const useSuggestedUsers = (): { readonly isLoading: boolean; readonly people: readonly Person[] } => {
  const { data = noPeople, isLoading, error } = useSuggestedUsersQuery(SUGGESTED_CONTACTS, alwaysRefetch);
  useFailureLog('suggestions', error);
  return { isLoading, people: data };
};
