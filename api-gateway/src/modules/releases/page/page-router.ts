import { randomBytes } from 'node:crypto';
import { Coordinate, OTHER_VIEW_COOKIE, SECURE_COOKIE_PREFIX, START_PLACE_COOKIE } from '@mahlzeit/contract';
import type { StartPlace } from '@mahlzeit/contract';
import { agreesToGoogleMaps, reservedSegments } from '@mahlzeit/contract/rules';
import { parseCookie } from 'cookie';
import { Router } from 'express';
import type { Request, Response } from 'express';
import { clientAddress, compressText } from '../../../platform';
import type { OverrideRedirect, OverrideRequest } from '../overrides';
import { fallbackStart } from '../prerender';
import { policyHeadersOf } from './content-security-policy';
import type { PageSources, PolicyInputs } from './content-security-policy';
import type { LinkPreview, PagePreview } from './page-html';

/** Builds the headers of every page: for caches, referrers and the Content-Security-Policy. */
const pageHeaders = (policyParts: PolicyInputs): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=utf-8',
  // Forbids caches to store the page, because it contains a nonce and the server's time.
  'Cache-Control': 'no-store',
  ...policyHeadersOf(policyParts),
  // Sends no path in the referrer. For a moment, the URL may contain the values with which a payment provider returns,
  // and the referrer must not reveal them to other sites, nor in requests for the page's own files.
  'Referrer-Policy': 'strict-origin',
  'Permissions-Policy': 'camera=(), geolocation=(self), microphone=()',
});

/**
 * Kind of a URL path (S1§2 "URL paths"): `main` shows the main view, `empty` renders nothing, and `home` redirects to
 * the main screen. `stray` is a path without content that a person may type; `none` is no page.
 */
export type PageKind = 'main' | 'empty' | 'home' | 'stray' | 'none';

/** Returns the kind of a URL path; `path` is as in the request line, without its query. */
export const pageKindOf = (path: string): PageKind => {
  const [firstSegment = '', ...laterSegments] = path.replace(/^\//, '').replace(/\/$/, '').split('/');
  if (firstSegment === '') return laterSegments.length === 0 ? 'home' : 'none';
  if (firstSegment === 'restaurants' || firstSegment === 'search') return 'main';
  if (firstSegment === 'empty') return laterSegments.length === 0 ? 'empty' : 'stray';
  if (firstSegment === 'i' || firstSegment === 'r')
    return laterSegments.length === 1 && laterSegments[0] !== '' ? 'main' : 'stray';
  if (reservedSegments.has(firstSegment)) return 'none';
  return laterSegments.length === 0 ? 'main' : 'stray';
};

const SHARED_LINK_PATH = /^\/([ir])\/([^/]+)\/?$/;

/** Target of a shared link: a meetup or a place. */
export type SharedLink =
  { readonly kind: 'invitation'; readonly token: string } | { readonly kind: 'place'; readonly routingName: string };

/**
 * Returns the first segment of a URL path of exactly two segments, the form of the links that remotes share; null for
 * every other path.
 */
const firstSegmentOf = (path: string): string | null => /^\/([a-z]+)\/[^/]+\/?$/.exec(path)?.[1] ?? null;

const decodeSegment = (encodedSegment: string): string => {
  try {
    return decodeURIComponent(encodedSegment);
  } catch {
    // Leaves a segment that can't be decoded unchanged, as the shell does. No place has such a name.
    return encodedSegment;
  }
};

/** Parses the URL path of a shared link; null for any other path. */
export const sharedLinkOf = (path: string): SharedLink | null => {
  const [, linkKind, encodedName = ''] = SHARED_LINK_PATH.exec(path) ?? [];
  if (linkKind === undefined) return null;
  return linkKind === 'i'
    ? { kind: 'invitation', token: decodeSegment(encodedName) }
    : { kind: 'place', routingName: decodeSegment(encodedName) };
};

/** Pattern of the value of `START_PLACE_COOKIE`: latitude, longitude and, optionally, the name of a place. */
const START_COOKIE_PATTERN = /^(-?\d{1,2}(?:\.\d{1,17})?),(-?\d{1,3}(?:\.\d{1,17})?)(?:,([^\p{C}]{0,80}))?$/u;
const OWN_POSITION_NAME = '@';

/**
 * Reads from the cookies the place around which the restaurant list starts; null when only the scripts can know it,
 * because the visitor has left the initial view.
 */
export const startPlaceOf = (cookieHeader: string | undefined): StartPlace | null => {
  const valueByName = parseCookie(cookieHeader ?? '');
  const valueOf = (name: string): string | undefined => valueByName[SECURE_COOKIE_PREFIX + name] ?? valueByName[name];
  const [otherViewCookie, startCookie] = [valueOf(OTHER_VIEW_COOKIE), valueOf(START_PLACE_COOKIE)];
  if (otherViewCookie !== undefined) return null;
  if (startCookie === undefined) return fallbackStart;
  const [, latitudeText, longitudeText, placeName = ''] = START_COOKIE_PATTERN.exec(startCookie) ?? [];
  const coordinateResult = Coordinate.safeParse({ latitude: Number(latitudeText), longitude: Number(longitudeText) });
  if (!coordinateResult.success) return null;
  const isOwnPosition = placeName === OWN_POSITION_NAME;
  return {
    coordinate: coordinateResult.data,
    kind: isOwnPosition ? 'user' : 'last',
    name: isOwnPosition || placeName === '' ? null : placeName,
  };
};

/** Values by which the HTML of one page differs from that of another. */
interface PageOptions {
  readonly nonce: string;
  readonly hasMainView: boolean;
  /** Whether the page's Content-Security-Policy allows Google's map, which needs the user's consent. */
  readonly admitsGoogleMaps: boolean;
  /** Place around which the restaurant list starts; null when only the scripts can know it. */
  readonly startsAt: StartPlace | null;
  /** Preview for messengers; null for a page that isn't a shared link. */
  readonly preview: PagePreview | null;
  /** Value of the header `Cookie`, which may contain overrides of releases. */
  readonly cookieHeader: string | undefined;
}

/** The shell's page, and the origins of the dev servers from which only this browser loads remotes. */
interface RenderedPage {
  readonly html: string;
  readonly devOrigins: readonly string[];
  /** Value of the header `Set-Cookie`, by which the visitor keeps getting the same releases; null without a change. */
  readonly setCookie: string | null;
}

interface PageRouterDeps {
  readonly publicUrl: string;
  readonly sources: PageSources;
  /** Finds the preview of a shared link; null for an invalid link, which gets the app's general preview. */
  findPreview(sharedLink: SharedLink, clientAddress: string): Promise<LinkPreview | null>;
  /** Returns whether this browser has a remote with shared links that begin with this path segment. */
  isSharedSegment(segment: string, cookieHeader: string | undefined): Promise<boolean>;
  /** Returns the redirect for a URL that chooses releases or a channel; null for any other URL. */
  findRedirect(request: OverrideRequest): Promise<OverrideRedirect | null>;
  /** Renders the shell's page; null if the shell was never built. */
  renderPage(options: PageOptions): Promise<RenderedPage | null>;
  renderUnavailable(nonce: string, retryAfterS: number): string;
}

const RETRY_AFTER_S = 5;
const MAIN_PATH = '/restaurants';

// Headers of a page that must stay secret. An invitation's link is a secret: no site may see it as a referrer, and no
// search engine may list it.
const UNLISTED_HEADERS = { 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer' };

const queryOf = (request: Request): string => {
  const queryStart = request.originalUrl.indexOf('?');
  return queryStart < 0 ? '' : request.originalUrl.slice(queryStart);
};

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Checks whether a request's host is another loopback name than the one in the public URL: `localhost` instead of
 * `127.0.0.1`.
 */
export const isOtherLoopbackHost = (hostHeader: string | undefined, publicUrl: string): boolean => {
  const publicOrigin = new URL(publicUrl);
  if (hostHeader === undefined || hostHeader === publicOrigin.host || !LOOPBACK_HOSTS.includes(publicOrigin.hostname))
    return false;
  const loopbackName = LOOPBACK_HOSTS.find(
    (loopbackHost) => hostHeader === (publicOrigin.port === '' ? loopbackHost : `${loopbackHost}:${publicOrigin.port}`),
  );
  return loopbackName !== undefined;
};

/** Creates the router of the web app's pages. Other paths go to the next router. */
export const createPageRouter = ({
  publicUrl,
  sources,
  findPreview,
  isSharedSegment,
  findRedirect,
  renderPage,
  renderUnavailable,
}: PageRouterDeps): Router => {
  const previewOf = async (request: Request): Promise<PagePreview | null> => {
    const sharedLink = sharedLinkOf(request.path);
    if (sharedLink === null) return null;
    const linkPreview = await findPreview(sharedLink, clientAddress(request));
    // Uses the app's general preview for an invalid link, so that the preview doesn't reveal the link's former target.
    return {
      content: linkPreview,
      url: `${publicUrl}${linkPreview === null ? MAIN_PATH : request.path}`,
      isListed: sharedLink.kind === 'place',
    };
  };

  const sendPage = async (
    request: Request,
    response: Response,
    pageParts: Pick<PageOptions, 'nonce' | 'admitsGoogleMaps'> & {
      readonly rendered: RenderedPage;
      readonly isListed: boolean;
    },
  ): Promise<void> => {
    const { encoding, body } = await compressText(
      pageParts.rendered.html,
      (encodingName) => request.acceptsEncodings(encodingName) === encodingName,
    );
    const admittedSources: PageSources = {
      ...sources,
      googleMapsUrl: pageParts.admitsGoogleMaps ? sources.googleMapsUrl : null,
      devOrigins: pageParts.rendered.devOrigins,
    };
    response.set({
      ...pageHeaders({ document: { kind: 'app', nonce: pageParts.nonce }, publicUrl, sources: admittedSources }),
      ...(pageParts.isListed ? {} : UNLISTED_HEADERS),
      ...(pageParts.rendered.setCookie === null ? {} : { 'Set-Cookie': pageParts.rendered.setCookie }),
      Vary: 'Accept-Encoding',
    });
    if (encoding !== null) response.set('Content-Encoding', encoding);
    response.end(body);
  };

  const resolvePageKind = async ({ path, headers }: Request): Promise<PageKind> => {
    const pageKind = pageKindOf(path);
    const straySegment = pageKind === 'stray' ? firstSegmentOf(path) : null;
    return straySegment !== null && (await isSharedSegment(straySegment, headers.cookie)) ? 'main' : pageKind;
  };

  const router = Router();
  // Matches all paths by a pattern instead of a parameter: Express would answer a parameter that can't be decoded with
  // an error, but such a segment only names an unknown place.
  router.get(/^\//, async (request, response, next) => {
    const pageKind = await resolvePageKind(request);
    if (pageKind === 'none' || (pageKind === 'stray' && request.accepts(['json', 'html']) !== 'html')) return next();
    // Redirects to the host name of the public URL: payment providers return to it, and a page under another host name
    // would not receive the values that they return.
    if (isOtherLoopbackHost(request.headers.host, publicUrl))
      return response.redirect(302, `${publicUrl}${request.originalUrl}`);
    // Redirects the path `/` to the main screen (S1§2), with its query, which may belong to a payment or a reset link.
    if (pageKind === 'home') return response.redirect(302, `/restaurants${queryOf(request)}`);
    const choiceRedirect = await findRedirect({
      address: request.originalUrl,
      cookieHeader: request.headers.cookie,
      fetchSite: request.get('Sec-Fetch-Site'),
    });
    if (choiceRedirect !== null) {
      response.set({ 'Set-Cookie': choiceRedirect.setCookie, 'Cache-Control': 'no-store' });
      return response.redirect(302, choiceRedirect.location);
    }
    const nonce = randomBytes(16).toString('base64');
    // Finds the start of the restaurant list only for the main path without a query: other paths name a place, and a
    // query opens something in front of the list.
    const startsAt = request.url === MAIN_PATH ? startPlaceOf(request.headers.cookie) : null;
    const pagePreview = await previewOf(request);
    const admitsGoogleMaps = agreesToGoogleMaps(publicUrl, request.headers.cookie ?? '');
    const renderedPage = await renderPage({
      nonce,
      hasMainView: pageKind === 'main',
      admitsGoogleMaps,
      startsAt,
      preview: pagePreview,
      cookieHeader: request.headers.cookie,
    });
    if (renderedPage === null) response.status(503).set('Retry-After', String(RETRY_AFTER_S));
    // Answers a path without content by the status 404, but with the page: the shell shows the main screen, so that a
    // visitor never sees only an error message.
    else if (pageKind === 'stray') response.status(404);
    await sendPage(request, response, {
      nonce,
      admitsGoogleMaps,
      isListed: pagePreview?.isListed ?? true,
      rendered: renderedPage ?? { html: renderUnavailable(nonce, RETRY_AFTER_S), devOrigins: [], setCookie: null },
    });
  });
  return router;
};
