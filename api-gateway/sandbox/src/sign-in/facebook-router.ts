import express, { Router } from 'express';
import type { RequestHandler, Response } from 'express';
import { redeemCode } from './clients';
import type { RedeemDeps } from './clients';
import { Person } from './provider';

interface FacebookRouterDeps extends RedeemDeps {
  /** Origin of the sandbox. */
  readonly url: string;
}

const ACCESS_TOKEN_LIFE_MS = 60 * 24 * 60 * 60_000;

const sendRefusal = (response: Response, status: number, message: string, errorCode: number): void => {
  response.status(status).json({ error: { message, type: 'OAuthException', code: errorCode } });
};

const pictureSizeOf = (sizeType: unknown): number => (sizeType === 'large' ? 200 : 50);

/**
 * Creates the routes of the imitated Facebook: plain OAuth 2 without discovery and id tokens. The routes return the
 * access token, the user and the user's picture.
 */
export const createFacebookRouter = (routerDeps: FacebookRouterDeps): Router => {
  const { issuedTokens, url } = routerDeps;
  const router = Router();

  const findPersonByToken = (token: unknown): Person | null => {
    const person = Person.safeParse(issuedTokens.find('accessToken', typeof token === 'string' ? token : ''));
    return person.success && person.data.provider === 'facebook' ? person.data : null;
  };

  const createTokenHandler =
    (fieldsOf: (request: Parameters<RequestHandler>[0]) => unknown): RequestHandler =>
    async (request, response) => {
      const grant = await redeemCode('facebook', routerDeps, { headers: request.headers, fields: fieldsOf(request) });
      if (grant === 'invalid_client') return sendRefusal(response, 400, 'Error validating client secret.', 1);
      if (typeof grant === 'string') return sendRefusal(response, 400, 'Error validating verification code.', 100);
      response.set('Cache-Control', 'no-store');
      response.json({
        access_token: issuedTokens.issueToken('accessToken', grant.person, ACCESS_TOKEN_LIFE_MS),
        token_type: 'bearer',
        expires_in: ACCESS_TOKEN_LIFE_MS / 1000,
      });
    };

  router
    .route('/facebook/:version/oauth/access_token')
    .get(createTokenHandler((request) => request.query))
    .post(
      express.urlencoded({ extended: false }),
      createTokenHandler((request) => request.body),
    );

  router.get('/facebook/:version/me', ({ query }, response) => {
    const person = findPersonByToken(query['access_token']);
    if (person === null) return sendRefusal(response, 400, 'Invalid OAuth access token.', 190);
    const personProfile = {
      id: person.subject,
      name: person.name,
      ...(person.email === null ? {} : { email: person.email }),
    };
    const requestedFields = typeof query['fields'] === 'string' ? query['fields'].split(',') : ['id', 'name'];
    response.json(
      Object.fromEntries(
        Object.entries(personProfile).filter(([field]) => field === 'id' || requestedFields.includes(field)),
      ),
    );
  });

  router.get('/facebook/:version/:id/picture', ({ params: { id }, query }, response) => {
    const person = findPersonByToken(query['access_token']);
    if (person === null) return sendRefusal(response, 400, 'Invalid OAuth access token.', 190);
    const subject = id === 'me' ? person.subject : id;
    const pictureSize = pictureSizeOf(query['type']);
    const pictureUrl = `${url}/facebook/pictures/${encodeURIComponent(subject)}?size=${pictureSize}`;
    if (query['redirect'] !== 'false') return response.redirect(302, pictureUrl);
    response.json({ data: { height: pictureSize, width: pictureSize, is_silhouette: false, url: pictureUrl } });
  });
  return router;
};
