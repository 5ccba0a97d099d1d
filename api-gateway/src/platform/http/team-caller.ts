import type { TeamCaller } from '../callers';

/**
 * Returns the name by which logs and stored requests identify a team. Tokens of two remotes may have the same name, but
 * never the same caller name.
 */
export const teamCallerName = ({ remoteName, tokenName }: TeamCaller): string =>
  `team/${remoteName ?? '*'}/${tokenName}`;
