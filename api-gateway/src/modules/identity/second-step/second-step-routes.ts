import {
  beginSecondStep,
  completeSecondStep,
  confirmSecondStep,
  endSecondStep,
  getSecondStep,
} from '@mahlzeit/contract';
import { openRoute, route } from '../../../platform';
import type { BoundRoute, GatewayAddress } from '../../../platform';
import { readRefreshCookie } from '../session';
import type { ReadSignInBrowser, SessionAnswers } from '../session';
import type { SecondStepLogins } from './second-step-login';
import type { SecondStepService } from './second-step-service';

export interface SecondStepRoutesDeps {
  readonly secondSteps: SecondStepService;
  readonly logins: SecondStepLogins;
  readonly sessionAnswers: SessionAnswers;
  readonly readSignInBrowser: ReadSignInBrowser;
  readonly address: GatewayAddress;
}

/** Creates the routes of the second step (a code after the password). */
export const secondStepRoutes = ({
  secondSteps,
  logins,
  sessionAnswers,
  readSignInBrowser,
  address,
}: SecondStepRoutesDeps): readonly BoundRoute[] => [
  route(getSecondStep, ({ session }) => secondSteps.read(session.uid)),
  route(beginSecondStep, ({ session }) => secondSteps.begin(session)),
  route(confirmSecondStep, ({ session, body }) => secondSteps.confirm(session, body.code)),
  route(endSecondStep, ({ session: { uid, sessionId }, body, address: clientAddress }) =>
    secondSteps.end({ uid, sessionId, address: clientAddress }, body),
  ),
  openRoute(completeSecondStep, ({ body, raw }) =>
    sessionAnswers.answerOwnerWith(
      () =>
        logins.complete(body, {
          cookie: readRefreshCookie(address, raw.request.get('Cookie')),
          browser: readSignInBrowser(raw.request),
        }),
      raw,
    ),
  ),
];
