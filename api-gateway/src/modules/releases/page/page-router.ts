import { randomBytes } from 'node:crypto';
import type { Coordinate } from '@mahlzeit/contract';
import { Router } from 'express';
import type { Request, Response } from 'express';
import { compress } from '../../../platform';
import { startPlaceOf } from '../first-view/start-place';
import { pageHeaders } from './content-security-policy';
import { pageKindOf } from './page-path-rules';

/** How one page differs from another. */
export interface PageOptions {
  readonly nonce: string;
  readonly hasMainView: boolean;
  /** Where the list begins; null where only the scripts can know. */
  readonly startsAt: Coordinate | null;
}

export interface PageRouterDeps {
  readonly publicUrl: string;
  readonly isMeasured: boolean;
  /** The shell's page; null while there is no shell. */
  renderPage(options: PageOptions): Promise<string | null>;
  renderUnavailable(nonce: string, retryAfterS: number): string;
}

const RETRY_AFTER_S = 5;
const MAIN_PATH = '/restaurants';

const queryOf = (request: Request): string => {
  const start = request.originalUrl.indexOf('?');
  return start < 0 ? '' : request.originalUrl.slice(start);
};

/** The paths of the web app; whatever belongs to somebody else goes on to the next router. */
export const createPageRouter = ({ publicUrl, isMeasured, renderPage, renderUnavailable }: PageRouterDeps): Router => {
  const send = async (request: Request, response: Response, html: { readonly nonce: string; readonly text: string }): Promise<void> => {
    const { encoding, body } = await compress(html.text, (wanted) => request.acceptsEncodings(wanted) === wanted);
    response.set({ ...pageHeaders({ nonce: html.nonce, publicUrl, isMeasured }), Vary: 'Accept-Encoding' });
    if (encoding !== null) response.set('Content-Encoding', encoding);
    response.end(body);
  };

  const router = Router();
  // A pattern and no parameter: what cannot be decoded is a place nobody knows, no error.
  router.get(/^\//, async (request, response, next) => {
    const kind = pageKindOf(request.path);
    if (kind === 'none' || (kind === 'stray' && request.accepts(['json', 'html']) !== 'html')) return next();
    // S1§2: the bare address leads to the main screen; the query of a payment's return or a reset link goes along.
    if (kind === 'home') return response.redirect(302, `/restaurants${queryOf(request)}`);
    const nonce = randomBytes(16).toString('base64');
    // Other paths name a place, and a query something that comes before the list.
    const startsAt = request.url === MAIN_PATH ? startPlaceOf(request.headers.cookie) : null;
    const page = await renderPage({ nonce, hasMainView: kind === 'main', startsAt });
    if (page === null) response.status(503).set('Retry-After', String(RETRY_AFTER_S));
    // There is nothing here, and the shell leads on to the main screen: no person is left with a program's answer.
    else if (kind === 'stray') response.status(404);
    await send(request, response, { nonce, text: page ?? renderUnavailable(nonce, RETRY_AFTER_S) });
  });
  return router;
};
