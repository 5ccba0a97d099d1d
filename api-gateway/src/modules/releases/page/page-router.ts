import { randomBytes } from 'node:crypto';
import { Coordinate, NARROWED_COOKIE, START_COOKIE } from '@mahlzeit/contract';
import type { StartPlace } from '@mahlzeit/contract';
import { agreesToGoogleMaps, reservedSegments } from '@mahlzeit/contract/rules';
import { parseCookie } from 'cookie';
import { Router } from 'express';
import type { Request, Response } from 'express';
import { clientAddress, compress } from '../../../platform';
import { fallbackStart } from '../prerender';
import { contentSecurityPolicy } from './content-security-policy';
import type { PageSources, PolicyParts } from './content-security-policy';
import type { LinkPreview, PagePreview } from './page-html';

/** The headers of every page. */
const pageHeaders = (parts: PolicyParts): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=utf-8',
  // Holds a nonce and the server's time: worth nothing to the next reader.
  'Cache-Control': 'no-store',
  'Content-Security-Policy': contentSecurityPolicy(parts),
  'X-Content-Type-Options': 'nosniff',
  // What somebody comes back with stands in the address for a moment: nobody is told it, the page's own files included.
  'Referrer-Policy': 'strict-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'geolocation=(self), camera=(), microphone=()',
});

/**
 * What a path shows (S1§2 "URL paths"): the main view, the page that renders nothing, the way home, nothing of ours
 * though a person may ask, or no page at all.
 */
export type PageKind = 'main' | 'empty' | 'home' | 'stray' | 'none';

/** Tells what a path shows; the path is as in the request line, without its query. */
export const pageKindOf = (path: string): PageKind => {
  const [first = '', ...rest] = path.replace(/^\//, '').replace(/\/$/, '').split('/');
  if (first === '') return rest.length === 0 ? 'home' : 'none';
  if (first === 'restaurants' || first === 'search') return 'main';
  if (first === 'empty') return rest.length === 0 ? 'empty' : 'stray';
  if (first === 'i' || first === 'r') return rest.length === 1 && rest[0] !== '' ? 'main' : 'stray';
  if (reservedSegments.has(first)) return 'none';
  return rest.length === 0 ? 'main' : 'stray';
};

const SHARED = /^\/([ir])\/([^/]+)\/?$/;

/** A link that people share: to a meetup or to a place. */
export type SharedLink =
  { readonly kind: 'invitation'; readonly token: string } | { readonly kind: 'place'; readonly routingName: string };

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    // As the shell reads it: nothing has such a name.
    return segment;
  }
};

/** What a shared link names; null where the path is no such link. */
export const sharedLinkOf = (path: string): SharedLink | null => {
  const [, kind, name = ''] = SHARED.exec(path) ?? [];
  if (kind === undefined) return null;
  return kind === 'i' ? { kind: 'invitation', token: decoded(name) } : { kind: 'place', routingName: decoded(name) };
};

/** Latitude, longitude, and what is told of the place. */
const START = /^(-?\d{1,2}(?:\.\d{1,17})?),(-?\d{1,3}(?:\.\d{1,17})?)(?:,([^\p{C}]{0,80}))?$/u;
const OWN_POSITION = '@';

/** Where the list begins for who sends these cookies; null where it begins otherwise than the server can know. */
export const startPlaceOf = (cookies: string | undefined): StartPlace | null => {
  const { [NARROWED_COOKIE]: narrowed, [START_COOKIE]: start } = parseCookie(cookies ?? '');
  if (narrowed !== undefined) return null;
  if (start === undefined) return fallbackStart;
  const [, latitude, longitude, told = ''] = START.exec(start) ?? [];
  const place = Coordinate.safeParse({ latitude: Number(latitude), longitude: Number(longitude) });
  if (!place.success) return null;
  const isOwn = told === OWN_POSITION;
  return { coordinate: place.data, kind: isOwn ? 'user' : 'last', name: isOwn || told === '' ? null : told };
};

/** How one page differs from another. */
interface PageOptions {
  readonly nonce: string;
  readonly hasMainView: boolean;
  /** Whether its policy admits Google's map: to those alone who agree to it. */
  readonly admitsGoogleMaps: boolean;
  /** Where the list begins; null where only the scripts can know. */
  readonly startsAt: StartPlace | null;
  /** What messengers show of the page; null: it is no link that people share. */
  readonly preview: PagePreview | null;
}

interface PageRouterDeps {
  readonly publicUrl: string;
  readonly sources: PageSources;
  /** What messengers show of a link; null: no more than of any page. */
  findPreview(link: SharedLink, from: string): Promise<LinkPreview | null>;
  /** The shell's page; null while there is no shell. */
  renderPage(options: PageOptions): Promise<string | null>;
  renderUnavailable(nonce: string, retryAfterS: number): string;
}

const RETRY_AFTER_S = 5;
const MAIN_PATH = '/restaurants';

// Whoever has an invitation's link is in: nobody is told it, and no search finds it.
const UNLISTED = { 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer' };

const queryOf = (request: Request): string => {
  const start = request.originalUrl.indexOf('?');
  return start < 0 ? '' : request.originalUrl.slice(start);
};

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a page is asked for by another name of this very machine than the one in its public address: `localhost` for
 * `127.0.0.1`.
 */
export const isOtherName = (host: string | undefined, publicUrl: string): boolean => {
  const own = new URL(publicUrl);
  if (host === undefined || host === own.host || !LOOPBACK.includes(own.hostname)) return false;
  const asked = LOOPBACK.find((name) => host === (own.port === '' ? name : `${name}:${own.port}`));
  return asked !== undefined;
};

/** The paths of the web app; whatever belongs to somebody else goes on to the next router. */
export const createPageRouter = ({
  publicUrl,
  sources,
  findPreview,
  renderPage,
  renderUnavailable,
}: PageRouterDeps): Router => {
  const previewOf = async (request: Request): Promise<PagePreview | null> => {
    const link = sharedLinkOf(request.path);
    if (link === null) return null;
    const found = await findPreview(link, clientAddress(request));
    // A link that leads nowhere looks like any of ours: nobody learns what it once led to.
    return {
      content: found,
      url: `${publicUrl}${found === null ? MAIN_PATH : request.path}`,
      isListed: link.kind === 'place',
    };
  };

  const send = async (
    request: Request,
    response: Response,
    html: Pick<PageOptions, 'nonce' | 'admitsGoogleMaps'> & { readonly text: string; readonly isListed: boolean },
  ): Promise<void> => {
    const { encoding, body } = await compress(html.text, (wanted) => request.acceptsEncodings(wanted) === wanted);
    const admitted = html.admitsGoogleMaps ? sources : { ...sources, googleMapsUrl: null };
    response.set({
      ...pageHeaders({ document: { kind: 'app', nonce: html.nonce }, publicUrl, sources: admitted }),
      ...(html.isListed ? {} : UNLISTED),
      Vary: 'Accept-Encoding',
    });
    if (encoding !== null) response.set('Content-Encoding', encoding);
    response.end(body);
  };

  const router = Router();
  // A pattern and no parameter: what cannot be decoded is a place nobody knows, no error.
  router.get(/^\//, async (request, response, next) => {
    const kind = pageKindOf(request.path);
    if (kind === 'none' || (kind === 'stray' && request.accepts(['json', 'html']) !== 'html')) return next();
    // What providers send back, the bank's frame above all, comes to the public address: a page of another origin would
    // never hear of it.
    if (isOtherName(request.headers.host, publicUrl))
      return response.redirect(302, `${publicUrl}${request.originalUrl}`);
    // S1§2: the bare address leads to the main screen; the query of a payment's return or a reset link goes along.
    if (kind === 'home') return response.redirect(302, `/restaurants${queryOf(request)}`);
    const nonce = randomBytes(16).toString('base64');
    // Other paths name a place, and a query something that comes before the list.
    const startsAt = request.url === MAIN_PATH ? startPlaceOf(request.headers.cookie) : null;
    const preview = await previewOf(request);
    const admitsGoogleMaps = agreesToGoogleMaps(publicUrl, request.headers.cookie ?? '');
    const page = await renderPage({ nonce, hasMainView: kind === 'main', admitsGoogleMaps, startsAt, preview });
    if (page === null) response.status(503).set('Retry-After', String(RETRY_AFTER_S));
    // There is nothing here, and the shell leads on to the main screen: no person is left with a program's answer.
    else if (kind === 'stray') response.status(404);
    await send(request, response, {
      nonce,
      admitsGoogleMaps,
      isListed: preview?.isListed ?? true,
      text: page ?? renderUnavailable(nonce, RETRY_AFTER_S),
    });
  });
  return router;
};
