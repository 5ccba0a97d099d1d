import type { TeamCaller } from '../callers';

/**
 * Returns the name of a team as a caller. Tokens of two remotes may have the same name, but never the same caller name.
 */
export const teamCallerName = ({ remoteName, tokenName }: TeamCaller): string =>
  `team/${remoteName ?? '*'}/${tokenName}`;
