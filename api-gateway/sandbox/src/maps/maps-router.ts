import { Router } from 'express';
import texts from '../../locales/de.json';
import { sendError } from '../platform';
import { mapsScript } from './maps-script';

/** Path of the sandbox's map script; Google's script has the same path. */
export const MAPS_PATH = '/maps/api/js';

/** The only API key for maps that the sandbox accepts. */
const API_KEY = 'sandbox';

const FUNCTION_NAME_PATTERN = /^[A-Za-z_$][\w$]{0,80}$/;

/** Creates the route of the script that replaces Google Maps. */
export const createMapsRouter = (): Router => {
  const router = Router();
  router.get(MAPS_PATH, ({ query: { callback, key } }, response) => {
    if (typeof callback !== 'string' || !FUNCTION_NAME_PATTERN.test(callback))
      return sendError(response, 400, 'invalidRequest');
    response.set({
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    response.type('text/javascript').send(mapsScript({ callback, isKeyValid: key === API_KEY, logo: texts.mapLogo }));
  });
  return router;
};
