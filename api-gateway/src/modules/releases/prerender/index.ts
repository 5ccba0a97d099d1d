export { createPrerenderCaches, createPrerenderThread, fallbackStart, prerenderReleaseOf } from './prerender';
