import { createContext } from 'react';

/**
 * Texts that stand in place of a missing name, for example „Jemand“. People with such a text get a figure instead of
 * initials.
 */
export const PlaceholderNamesContext = createContext<readonly string[]>([]);
