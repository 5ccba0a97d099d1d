import { Router } from 'express';
import texts from '../../../../locales/de.json';
import { inlineCspSource, MESSAGE_PAGE_STYLE, renderMessagePage } from '../../../platform';
import { policyHeadersOf } from './content-security-policy';
import type { PolicyInputs } from './content-security-policy';

/** URL path to which a bank's page returns (contract §6 "Returns"). */
const PAYMENT_RETURN_PATH = '/payment/return';

// Script of the page to which a bank returns. In a frame of the app, it posts the values to the page around the frame.
// Some banks leave the frame, and some bank apps open a new tab; then the script navigates to the app, which reads the
// same values from its URL.
const RETURN_SCRIPT = `const given=new URLSearchParams(location.search),values={};for(const name of ['transactionId','preAuthorizationId']){const value=given.get(name);if(value)values[name]=value}if(parent===self)location.replace('/restaurants?'+new URLSearchParams(values));else parent.postMessage({type:'mahlzeit-payment',...values},location.origin);`;

const RETURN_PAGE_HTML = renderMessagePage({
  title: texts.paymentReturnTitle,
  text: texts.paymentReturnText,
  script: RETURN_SCRIPT,
});

/**
 * Creates the router of the static page to which a card payment returns inside a frame of the app. The page has no
 * session and makes no request.
 */
export const createPaymentReturnRouter = (deps: Omit<PolicyInputs, 'document'>): Router => {
  const policyHeaders = policyHeadersOf({
    ...deps,
    document: { kind: 'paymentReturn', script: inlineCspSource(RETURN_SCRIPT), style: MESSAGE_PAGE_STYLE },
  });
  const router = Router({ strict: true, caseSensitive: true });
  router.get(PAYMENT_RETURN_PATH, (_request, response) => {
    response.set({
      'Content-Type': 'text/html; charset=utf-8',
      // Forbids caches to store the page: it is the same for everybody, but its URL contains the values of one payment.
      'Cache-Control': 'no-store',
      ...policyHeaders,
      'X-Frame-Options': 'SAMEORIGIN',
    });
    response.end(RETURN_PAGE_HTML);
  });
  return router;
};
