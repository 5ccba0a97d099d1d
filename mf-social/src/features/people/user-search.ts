import { getRandomUsers, searchBlockableUsers, searchContactableUsers } from '@mahlzeit/contract';
import type { Person } from '@mahlzeit/contract';
import {
  BLOCK_SEARCH_MIN_LENGTH,
  CONTACT_SEARCH_MIN_LENGTH,
  SUGGESTED_CONTACT_COUNT,
  textLength,
} from '@mahlzeit/contract/rules';
import { api, apiQuery, browserTimers, errorCode, skipToken, useShell, useUid } from '@mahlzeit/shared-ui/platform';
import { useEffect, useState } from 'react';

/** Delay in ms between the last key and the request of a search (S2§9). */
export const SEARCH_DELAY_MS = 800;

/** Kind of users that a search finds: users who can be added as contacts, or users who can be blocked. */
type SearchedUserGroup = 'contactable' | 'blockable';

const minLengthByUsers: Readonly<Record<SearchedUserGroup, number>> = {
  contactable: CONTACT_SEARCH_MIN_LENGTH,
  blockable: BLOCK_SEARCH_MIN_LENGTH,
};

/**
 * Normalizes a search text: trimmed and in lower case (S2§7). Returns null when the text is too short (S12: a search
 * for contacts needs two characters, a search for users to block needs three).
 */
export const searchableName = (typedText: string, searchedUsers: SearchedUserGroup): string | null => {
  const trimmedName = typedText.trim().toLocaleLowerCase('de');
  return textLength(trimmedName) < minLengthByUsers[searchedUsers] ? null : trimmedName;
};

const toTextParams = (searchText: string) => ({ params: { text: searchText } });

const { useFoundContactableQuery, useFoundBlockableQuery, useSuggestedUsersQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    foundContactable: build.query<Person[], string>(apiQuery(searchContactableUsers, toTextParams)),
    foundBlockable: build.query<Person[], string>(apiQuery(searchBlockableUsers, toTextParams)),
    suggestedUsers: build.query<Person[], number>(
      apiQuery(getRandomUsers, (suggestionCount: number) => ({ params: { count: suggestionCount } })),
    ),
  }),
});

/**
 * Returns the searched name once it has not changed for `SEARCH_DELAY_MS`, and null before. Returns null at once if the
 * text is too short.
 */
export const useDebouncedName = (name: string | null): string | null => {
  const [debouncedName, setDebouncedName] = useState<string | null>(null);
  useEffect(
    () =>
      name === null || name === debouncedName
        ? undefined
        : browserTimers.after(SEARCH_DELAY_MS, () => setDebouncedName(name)),
    [name, debouncedName],
  );
  return name === debouncedName ? name : null;
};

/** Logs a failed search. The user sees an empty list and no error (S2§7). */
const useFailureLog = (searchKind: string, error: unknown): void => {
  const { logEvent } = useShell();
  const searchFailureCode = error === undefined ? null : errorCode(error);
  useEffect(() => {
    if (searchFailureCode !== null) logEvent('user_search_failed', { search: searchKind, code: searchFailureCode });
  }, [logEvent, searchKind, searchFailureCode]);
};

// The results aren't read from the cache, because people who were added or blocked since then must not appear again.
const alwaysRefetchOptions = { refetchOnMountOrArgChange: true } as const;

const NO_PEOPLE: readonly Person[] = [];

/** State and results of a search for users by name. */
interface UserSearch {
  /** Whether the text is too short for a search. */
  readonly isTooShort: boolean;
  /** Whether the search still waits for the end of typing or for a response. */
  readonly isSearching: boolean;
  readonly people: readonly Person[];
}

/**
 * Searches users by name. The current user is left out. Only the result for the current name is shown; a delayed
 * response for an earlier name is ignored.
 */
export const useUserSearch = (typedText: string, searchedUsers: SearchedUserGroup): UserSearch => {
  const uid = useUid();
  const searchName = searchableName(typedText, searchedUsers);
  const debouncedName = useDebouncedName(searchName) ?? skipToken;
  const contactableQuery = useFoundContactableQuery(
    searchedUsers === 'contactable' ? debouncedName : skipToken,
    alwaysRefetchOptions,
  );
  const blockableQuery = useFoundBlockableQuery(
    searchedUsers === 'blockable' ? debouncedName : skipToken,
    alwaysRefetchOptions,
  );
  const { currentData, isFetching, error } = searchedUsers === 'contactable' ? contactableQuery : blockableQuery;
  useFailureLog(searchedUsers, error);
  return {
    isTooShort: searchName === null,
    isSearching: searchName !== null && (debouncedName === skipToken || isFetching),
    people: (isFetching ? NO_PEOPLE : (currentData ?? NO_PEOPLE)).filter(({ key }) => key !== uid),
  };
};

/** Returns some people whom the current user might know. They are loaded again each time the screen opens. */
export const useSuggestedUsers = (): { readonly isLoading: boolean; readonly people: readonly Person[] } => {
  const { data = NO_PEOPLE, isLoading, error } = useSuggestedUsersQuery(SUGGESTED_CONTACT_COUNT, alwaysRefetchOptions);
  useFailureLog('suggestions', error);
  return { isLoading, people: data };
};
