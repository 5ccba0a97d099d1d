export { createPrerenderCache, createPrerenderThread, fallbackStart, prerenderReleaseOf } from './prerender';
