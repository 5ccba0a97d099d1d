import type { ReleaseChannel } from '@mahlzeit/contract';
import type { RouteContext } from '../../../platform';
import type { StoredUser } from '../store';

/**
 * Type of the function that returns the header `Set-Cookie` with which the browser gets a release channel; null if the
 * browser already has this channel.
 */
export type ChangeChannel = (cookieHeader: string | undefined, channel: ReleaseChannel) => string | null;

/**
 * Type of the function that gives the browser of a request a release channel. With null the browser keeps its channel.
 */
export type SetBrowserChannel = (exchange: RouteContext['raw'], channel: ReleaseChannel | null) => void;

/**
 * Returns the release channel that an account gives to its browser: the registered user's setting (ADR 50); null for an
 * anonymous visitor, whose browser may have chosen a channel by `?channel=`.
 */
export const accountChannelOf = ({
  isAnonymous,
  releaseChannel,
}: Pick<StoredUser, 'isAnonymous' | 'releaseChannel'>): ReleaseChannel | null => (isAnonymous ? null : releaseChannel);

/** Creates the function that changes the release channel of a browser in the response to its request. */
export const createSetBrowserChannel =
  (changeChannel: ChangeChannel): SetBrowserChannel =>
  ({ request, response }, channel) => {
    const setCookie = channel === null ? null : changeChannel(request.get('Cookie'), channel);
    if (setCookie !== null) response.append('Set-Cookie', setCookie);
  };
