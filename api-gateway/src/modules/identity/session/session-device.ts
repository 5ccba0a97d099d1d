import { parse } from 'bowser';
import type { Request } from 'express';
import { clientIp } from '../../../platform';
import type { SessionDevice } from '../store';

/**
 * Type of the function that returns the country of an IP address as its code of ISO 3166-1, for example `DE`; null if
 * it is unknown.
 */
export type CountryOf = (ipAddress: string) => string | null;

/**
 * Type of the function that describes the browser of a request, by its user agent and by the country of its network.
 */
export type DescribeDevice = (request: Pick<Request, 'headers' | 'ip'>) => SessionDevice;

const KIND_BY_PLATFORM = new Map<string | undefined, NonNullable<SessionDevice['kind']>>([
  ['mobile', 'phone'],
  ['tablet', 'tablet'],
  ['desktop', 'computer'],
]);

// Maximum length of a user agent that is parsed. Real ones are shorter; the limit bounds the work of the parser on a
// text that anybody can send.
const MAX_USER_AGENT_LENGTH = 512;

const MAX_NAME_LENGTH = 40;

const nameOf = (name: string | undefined): string | null =>
  name === undefined || name === '' ? null : name.slice(0, MAX_NAME_LENGTH);

// Models of devices that people call by their model, not by their operating system.
const NAMED_MODELS: ReadonlySet<string | undefined> = new Set(['iPhone', 'iPad']);

const UNKNOWN_BROWSER = { browser: null, system: null, kind: null } as const;

const browserOf = (userAgent: string): Omit<SessionDevice, 'country'> => {
  if (userAgent.trim() === '') return UNKNOWN_BROWSER;
  const { browser, os, platform } = parse(userAgent.slice(0, MAX_USER_AGENT_LENGTH));
  return {
    browser: nameOf(browser.name),
    system: nameOf(NAMED_MODELS.has(platform.model) ? platform.model : os.name),
    kind: KIND_BY_PLATFORM.get(platform.type) ?? null,
  };
};

/**
 * Creates the function that describes browsers. Neither the user agent nor the IP address is stored: both would tell
 * more than the owner of an account needs to recognise a device.
 */
export const createDescribeDevice =
  (countryOf: CountryOf): DescribeDevice =>
  (request) => ({ ...browserOf(request.headers['user-agent'] ?? ''), country: countryOf(clientIp(request)) });
