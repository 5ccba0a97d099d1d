import type { Deployment } from '@mahlzeit/shared-ui/platform';

type StoreUrls = Pick<Deployment, 'appStoreUrl' | 'playStoreUrl'>;

/** A store that has the app. */
interface StoreLink {
  readonly store: 'AppStore' | 'PlayStore';
  readonly href: string;
}

// Where the deployment names no page of its own, the store's search finds the app.
const SEARCH = {
  appStore: 'https://apps.apple.com/de/search?term=Mahlzeit',
  playStore: 'https://play.google.com/store/search?q=Mahlzeit&c=apps',
} as const;

/** Where the app is to be had, iOS first. */
const storeLinks = ({ appStoreUrl, playStoreUrl }: StoreUrls): readonly StoreLink[] => [
  { store: 'AppStore', href: appStoreUrl ?? SEARCH.appStore },
  { store: 'PlayStore', href: playStoreUrl ?? SEARCH.playStore },
];
