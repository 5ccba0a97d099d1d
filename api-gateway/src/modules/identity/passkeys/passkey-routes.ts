import {
  addPasskey,
  beginPasskey,
  beginPasskeyProof,
  beginPasskeySignIn,
  err,
  getPasskeys,
  proveByPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from '@mahlzeit/contract';
import { openRoute, route } from '../../../platform';
import type { BoundRoute, GatewayAddress } from '../../../platform';
import { isFromOtherSite, readRefreshCookie } from '../session';
import type { ReadSignInBrowser, SessionAnswers } from '../session';
import type { PasskeyService } from './passkey-service';
import type { PasskeySignInService } from './passkey-sign-in-service';

export interface PasskeyRoutesDeps {
  readonly passkeys: PasskeyService;
  readonly signIns: PasskeySignInService;
  readonly sessionAnswers: SessionAnswers;
  readonly readSignInBrowser: ReadSignInBrowser;
  readonly address: GatewayAddress;
}

/** Creates the routes of passkeys. */
export const passkeyRoutes = ({
  passkeys,
  signIns,
  sessionAnswers,
  readSignInBrowser,
  address,
}: PasskeyRoutesDeps): readonly BoundRoute[] => [
  route(getPasskeys, ({ session }) => passkeys.list(session.uid)),
  route(beginPasskey, ({ session }) => passkeys.begin(session)),
  route(addPasskey, ({ session, body }) => passkeys.add(session, body)),
  route(renamePasskey, ({ session, params, body }) => passkeys.rename(session.uid, params.key, body.name)),
  route(removePasskey, ({ session, params }) => passkeys.remove(session, params.key)),

  openRoute(beginPasskeySignIn, async ({ address: clientAddress, raw: { request } }) =>
    isFromOtherSite(address, request.headers) ? err('notAllowed') : signIns.begin(clientAddress),
  ),
  openRoute(signInWithPasskey, ({ body, address: clientAddress, raw }) =>
    sessionAnswers.answerOwnerWith(
      () =>
        signIns.signIn(body, {
          address: clientAddress,
          cookie: readRefreshCookie(address, raw.request.get('Cookie')),
          browser: readSignInBrowser(raw.request),
        }),
      raw,
    ),
  ),

  route(beginPasskeyProof, ({ session }) => signIns.beginProof(session.uid)),
  route(proveByPasskey, ({ session, body }) => signIns.renewProof(session, body)),
];
