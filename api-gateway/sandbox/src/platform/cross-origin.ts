import type { RequestHandler } from 'express';

/**
 * Allows cross-origin requests of one origin: the product's pages call some routes, but have another origin than the
 * sandbox.
 */
export const allowCrossOrigin =
  (origin: string): RequestHandler =>
  (request, response, next) => {
    response.set({ 'Access-Control-Allow-Origin': origin, Vary: 'Origin' });
    if (request.method !== 'OPTIONS') return next();
    response
      .set({ 'Access-Control-Allow-Methods': 'POST', 'Access-Control-Allow-Headers': 'Content-Type' })
      .status(204)
      .end();
  };
