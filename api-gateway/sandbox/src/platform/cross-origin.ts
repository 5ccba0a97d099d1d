import type { RequestHandler } from 'express';

/** Allows requests of the product's pages, which have another origin than the sandbox, to some of its routes. */
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
