import type { Request } from 'express';
import type { SessionDevice } from '../store';
import type { CookieOrigin } from './auth-cookie';
import { readDeviceCookie } from './known-device';
import type { DescribeDevice } from './session-device';

/** The browser with which somebody signs in to an account. */
export interface SignInBrowser {
  readonly device: SessionDevice;
  /** Token that may prove that the browser has signed in to the account before; null without one. */
  readonly deviceToken: string | null;
}

/** Type of the function that reads the browser of a request that signs in. */
export type ReadSignInBrowser = (request: Pick<Request, 'get' | 'headers' | 'ip'>) => SignInBrowser;

/** Creates the function that reads the browser of a sign-in request. */
export const createReadSignInBrowser =
  (cookieOrigin: CookieOrigin, describeDevice: DescribeDevice): ReadSignInBrowser =>
  (request) => ({
    device: describeDevice(request),
    deviceToken: readDeviceCookie(cookieOrigin, request.get('Cookie')),
  });
