import type { ReleaseChannel } from '@mahlzeit/contract';
import type { RouteContext } from '../../../platform';
import type { StoredUser } from '../store';

/** Returns the header `Set-Cookie` that gives the browser a channel; null if the browser already has this channel. */
export type ChangeChannel = (cookieHeader: string | undefined, channel: ReleaseChannel) => string | null;

/** Gives the browser that sent a request a channel. With null the browser keeps its channel. */
export type SetBrowserChannel = (exchange: RouteContext['raw'], channel: ReleaseChannel | null) => void;

/**
 * Returns the channel that the account of a session gives to its browser: the member's setting (ADR 50); null for an
 * anonymous visitor, whose browser may have chosen a channel by `?channel=`.
 */
export const accountChannelOf = ({
  isAnonymous,
  releaseChannel,
}: Pick<StoredUser, 'isAnonymous' | 'releaseChannel'>): ReleaseChannel | null => (isAnonymous ? null : releaseChannel);

/** Creates the function that changes the channel of a browser by the response to its request. */
export const createSetBrowserChannel =
  (changeChannel: ChangeChannel): SetBrowserChannel =>
  ({ request, response }, channel) => {
    const setCookie = channel === null ? null : changeChannel(request.get('Cookie'), channel);
    if (setCookie !== null) response.append('Set-Cookie', setCookie);
  };
