import { PageRegistry } from '@mahlzeit/contract';

/** Id of the data block that the gateway inlines in the HTML. */
const REGISTRY_ID = 'registry';

/** Reads the registry out of the page; throws when it is missing or broken, since nothing can start without it. */
export const readPageRegistry = (page: Document): PageRegistry => PageRegistry.parse(JSON.parse(page.getElementById(REGISTRY_ID)?.textContent ?? ''));
