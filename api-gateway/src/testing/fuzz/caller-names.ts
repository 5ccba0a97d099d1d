import type { Route } from '@mahlzeit/contract';

/**
 * Names of the callers in the fuzz tests. `member` and `otherMember` are contacts of each other who share a chat and a
 * meetup.
 */
export const CALLER_NAMES = [
  'nobody',
  'anonymous',
  'unverified',
  'member',
  'otherMember',
  'deleted',
  'partner',
  'ownPartner',
  'team',
  'moderator',
] as const;
export type CallerName = (typeof CALLER_NAMES)[number];

const callersByAccess: Readonly<Record<Route['access'], readonly CallerName[]>> = {
  none: ['nobody', 'anonymous', 'member', 'otherMember'],
  any: ['anonymous', 'unverified', 'member', 'otherMember'],
  loggedIn: ['unverified', 'member', 'otherMember'],
  verified: ['member', 'otherMember'],
  partner: ['partner', 'ownPartner'],
  team: ['team'],
  moderator: ['moderator'],
  live: ['anonymous', 'member', 'otherMember', 'deleted', 'ownPartner'],
};

/** Returns the names of the callers who may use a route. */
export const callersFor = ({ access }: Route): readonly CallerName[] => callersByAccess[access];
