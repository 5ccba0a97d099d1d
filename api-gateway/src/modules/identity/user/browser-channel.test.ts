import { accountChannelOf } from './browser-channel';
import { anonymousUser } from './user-rules';

it.each([
  ['a member of beta', { isAnonymous: false, releaseChannel: 'beta' }, 'beta'],
  ['a member of stable', { isAnonymous: false, releaseChannel: 'stable' }, 'stable'],
  ['a new visitor, whose browser may have chosen for itself', anonymousUser('visitor', 1), null],
] as const)('gives the browser of %s the channel %s', (_case, user, channel) => {
  expect(accountChannelOf(user)).toBe(channel);
});
