import { randomInt } from 'node:crypto';
import { ReleaseChannel } from '@mahlzeit/contract';
import { cookieNameAt } from '@mahlzeit/contract/rules';
import { parseCookie, stringifySetCookie } from 'cookie';
import { TICKET_COUNT } from './visitor';
import type { Visitor } from './visitor';

/**
 * Seconds for which a browser stores the cookies of its ticket and its channel after the last visit that wrote them.
 */
const COOKIE_LIFETIME_S = 30 * 24 * 3_600;

const TICKET_PATTERN = /^\d{1,2}$/;

const CHANNEL_PARAMETER = 'channel';

/** Redirect that stores the release channel of a URL's query in a cookie. */
export interface ChannelRedirect {
  /** URL path and query without the choice of a channel. */
  readonly location: string;
  /** Value of the header `Set-Cookie` with the channel. */
  readonly setCookie: string;
}

/** Visitor of a page, with the header that changes the visitor's ticket (random number) in the browser. */
export interface PageVisitor {
  readonly visitor: Visitor;
  readonly setCookie: string | null;
}

/**
 * Functions for the cookies by which a visitor keeps getting the same releases. The cookies name no person and no
 * session.
 */
export interface VisitorCookies {
  /** Reads a visitor's ticket and release channel from the header `Cookie`. */
  read(cookieHeader: string | undefined): Visitor;
  /**
   * Returns the visitor of a page. While a gradual rollout needs tickets, a visitor without a ticket gets one;
   * otherwise the browser deletes the ticket. `setCookie` is the header that changes the browser's ticket; null for no
   * change.
   */
  readForPage(cookieHeader: string | undefined, needsTickets: boolean): PageVisitor;
  /**
   * Returns the header `Set-Cookie` that gives the browser a release channel; null if the browser already has this
   * channel.
   */
  changeChannel(cookieHeader: string | undefined, channel: ReleaseChannel): string | null;
  /** Returns the redirect for a URL with `?channel=beta` or `?channel=stable`; null for any other URL. */
  findRedirect(address: string): ChannelRedirect | null;
}

/** Creates the functions for visitors' cookies. `publicUrl` is the origin of the pages. */
export const createVisitorCookies = (publicUrl: string): VisitorCookies => {
  const ticketName = cookieNameAt(publicUrl, 'mahlzeit_visitor');
  const channelName = cookieNameAt(publicUrl, 'mahlzeit_channel');
  const setCookieOf = (name: string, value: string, maxAge: number): string =>
    stringifySetCookie({
      name,
      value,
      maxAge,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: publicUrl.startsWith('https:'),
    });

  const channelCookie = (channel: ReleaseChannel): string =>
    channel === 'stable' ? setCookieOf(channelName, '', 0) : setCookieOf(channelName, channel, COOKIE_LIFETIME_S);

  const read = (cookieHeader: string | undefined): Visitor => {
    const { [ticketName]: ticketText = '', [channelName]: channelText } = parseCookie(cookieHeader ?? '');
    return {
      ticket: TICKET_PATTERN.test(ticketText) ? Number(ticketText) : null,
      channel: ReleaseChannel.safeParse(channelText).data ?? 'stable',
    };
  };

  return {
    read,

    readForPage(cookieHeader, needsTickets) {
      const visitor = read(cookieHeader);
      if (needsTickets === (visitor.ticket !== null)) return { visitor, setCookie: null };
      if (!needsTickets) return { visitor, setCookie: setCookieOf(ticketName, '', 0) };
      const ticket = randomInt(TICKET_COUNT);
      return {
        visitor: { ...visitor, ticket },
        setCookie: setCookieOf(ticketName, String(ticket), COOKIE_LIFETIME_S),
      };
    },

    changeChannel: (cookieHeader, channel) => (read(cookieHeader).channel === channel ? null : channelCookie(channel)),

    findRedirect(address) {
      const [path = '', ...queryParts] = address.split('?');
      const parameters = queryParts.join('?').split('&');
      const isChannelParameter = (parameter: string): boolean => parameter.split('=')[0] === CHANNEL_PARAMETER;
      const chosenParameter = parameters.findLast(isChannelParameter);
      if (chosenParameter === undefined) return null;
      const { data: channel } = ReleaseChannel.safeParse(chosenParameter.slice(CHANNEL_PARAMETER.length + 1));
      if (channel === undefined) return null;
      const query = parameters.filter((parameter) => !isChannelParameter(parameter)).join('&');
      return {
        location: query === '' ? path : `${path}?${query}`,
        setCookie: channelCookie(channel),
      };
    },
  };
};
