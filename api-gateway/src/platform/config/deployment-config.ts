import type { Deployment, MapTiles } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { emailAddressSchema, tileAddressSchema, webAddressSchema } from './address-config';

/**
 * Data about the deployment, for every page, that come from the configuration. Other data depend on the build and on
 * the providers.
 */
export type DeploymentConfig = Omit<
  Deployment,
  'stage' | 'version' | 'testPayments' | 'takesOrders' | 'worksOffline' | 'googleMaps'
>;

/** Environment variables of the data about the deployment. */
export const deploymentVariables = {
  MEASUREMENT_ID: z.optional(z.string()),
  SUPPORT_EMAIL: z._default(emailAddressSchema, 'hilfe@mahlzeit.test'),
  PAYMENT_SUPPORT_EMAIL: z._default(emailAddressSchema, 'zahlung@mahlzeit.test'),
  MESSENGER_URL: z.optional(webAddressSchema),
  PARTNER_SIGNUP_URL: z.optional(webAddressSchema),
  HELP_URL: z.optional(webAddressSchema),
  RIDE_SERVICE_URL: z.optional(webAddressSchema),
  MAP_TILE_URL: z.optional(tileAddressSchema),
  MAP_TILE_ATTRIBUTION: z.optional(z.string()),
  MAP_TILE_ATTRIBUTION_URL: z.optional(webAddressSchema),
  APP_STORE_URL: z.optional(webAddressSchema),
  PLAY_STORE_URL: z.optional(webAddressSchema),
};

type DeploymentEnvironment = z.output<z.ZodMiniObject<typeof deploymentVariables>>;

// Attribution of map tiles. Nearly all tiles use OpenStreetMap data, whose licence requires this attribution.
const OSM_ATTRIBUTION = {
  attribution: '© OpenStreetMap-Mitwirkende',
  attributionUrl: 'https://www.openstreetmap.org/copyright',
} as const;

const mapTilesOf = ({
  MAP_TILE_URL: url,
  MAP_TILE_ATTRIBUTION: tileAttribution,
  MAP_TILE_ATTRIBUTION_URL: attributionUrl,
}: DeploymentEnvironment): MapTiles | null => {
  if (url === undefined) return null;
  return tileAttribution === undefined
    ? { url, ...OSM_ATTRIBUTION }
    : { url, attribution: tileAttribution, attributionUrl: attributionUrl ?? null };
};

/** Returns the data about the deployment for every page. */
export const deploymentConfigOf = (env: DeploymentEnvironment): DeploymentConfig => ({
  supportEmail: env.SUPPORT_EMAIL,
  paymentSupportEmail: env.PAYMENT_SUPPORT_EMAIL,
  messengerUrl: env.MESSENGER_URL ?? null,
  partnerSignupUrl: env.PARTNER_SIGNUP_URL ?? null,
  helpUrl: env.HELP_URL ?? null,
  rideServiceUrl: env.RIDE_SERVICE_URL ?? null,
  appStoreUrl: env.APP_STORE_URL ?? null,
  playStoreUrl: env.PLAY_STORE_URL ?? null,
  measurementId: env.MEASUREMENT_ID ?? null,
  mapTiles: mapTilesOf(env),
});
