export { createPrerenderCaches, createPrerenderThread, fallbackStart, prerenderReleaseOf } from './prerender';
export { createTryPrerender } from './try-prerender';
