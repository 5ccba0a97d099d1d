import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { Empty, Key, LookupKey, Ms } from './values';

/** Kinds of devices that a user agent reveals. */
export const DeviceKind = z.enum(['phone', 'tablet', 'computer']);
export type DeviceKind = z.infer<typeof DeviceKind>;

/** A browser that is signed in to the caller's account. */
export const SignedInDevice = z.object({
  /** Key of a device's sign-in within the account. The key proves nothing: no token or cookie contains it. */
  key: Key,
  /** Name of the browser without its version, for example `Firefox`; null if it is unknown. */
  browser: z.nullable(z.string()),
  /** Name of the operating system without its version, for example `Windows`; null if it is unknown. */
  system: z.nullable(z.string()),
  /** Kind of the device; null if it is unknown. */
  kind: z.nullable(DeviceKind),
  /**
   * Country of the network as its code of ISO 3166-1, for example `DE`; null if the gateway has no data about
   * countries.
   */
  country: z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/))),
  /**
   * Time, by the gateway's clock, at which the device last sent a request; it may be up to an hour too early. Null for
   * a device that has sent no request since the gateway began to store this time.
   */
  lastSeenAt: z.nullable(Ms),
  /** Whether the request comes from this device. */
  isCurrent: z.boolean(),
});
export type SignedInDevice = z.infer<typeof SignedInDevice>;

/** Returns the devices that are signed in to the caller's account: the caller's own first, then the last seen first. */
export const getDevices = defineRoute({
  name: 'getDevices',
  method: 'GET',
  path: '/api/auth/devices',
  access: 'loggedIn',
  answer: z.array(SignedInDevice),
  errors: [],
});

/**
 * Signs another device out of the caller's account, at once. Needs a proof of identity within the last five minutes.
 * Does nothing for a device that is signed out already. Returns `notAllowed` for the caller's own device, which logs
 * out by `logout`.
 */
export const endDevice = defineRoute({
  name: 'endDevice',
  method: 'DELETE',
  path: '/api/auth/devices/:key',
  access: 'loggedIn',
  params: z.object({
    /** Key of the device. */
    key: LookupKey,
  }),
  answer: Empty,
  errors: ['reauthenticationRequired', 'notAllowed'],
});

/**
 * Signs all devices but the caller's own out of the account, at once. Needs a proof of identity within the last five
 * minutes.
 */
export const endOtherDevices = defineRoute({
  name: 'endOtherDevices',
  method: 'DELETE',
  path: '/api/auth/devices',
  access: 'loggedIn',
  answer: Empty,
  errors: ['reauthenticationRequired'],
});
