export * from './shell-contract';
export { defineScreen } from './define-screen';
export {
  ShellProvider,
  useAccount,
  useLiveStatus,
  useMainReady,
  useNow,
  useReloadHold,
  useRetryWhenBack,
  useScreenName,
  useSession,
  useShell,
  useUid,
} from './use-shell';
export { createListeners } from './listeners';
export type { Listeners } from './listeners';
export { createObservable, useObservable } from './observable';
export type { MutableObservable, Observable } from './observable';
export { createSingleFlight, useSingleFlight } from './single-flight';
export type { SingleFlight } from './single-flight';
export { useLazyPart } from './lazy-part';
export type { LazyPart } from './lazy-part';
export { saveFile } from './save-file';
export { Slot, SlotNotOffered } from './slot';
export { browserPlatformDeps, createPlatform } from './create-platform';
export type { BrowserSignals, Platform, PlatformDeps } from './create-platform';
export { afterPainting, browserTimers, fullJitter, yieldToBrowser } from './clock';
export type { BackOff, Timers } from './clock';
export { eraseOtherUsers, isObject, parseStored, storedText, userStorageKey } from './storage';
export type { BrowserStorage, StoredText } from './storage';
export { browserLocks, createTabLock } from './tab-lock';
export type { WithLock } from './tab-lock';
export type { EventListener, EventLog, EventParameters } from './event-log';
export { reportError } from './event-log';
export type { SessionClient } from './session/session-client';
export type { LoginInput, RegistrationInput, ThirdPartyProof } from './session/session-actions';
export { accountOf, uidOf } from './session/session-state';
export type { SessionUser } from './session/session-state';
export { createRandomKey } from './api-client';
export type { ApiClient } from './api-client';
export type { CallInput } from './transport';
export { errorCode, errorText, isApiError } from './api-error';
export type { ApiError } from './api-error';
export {
  api,
  apiQuery,
  copyWithStructuralSharing,
  createSlice,
  rootReducer,
  skipToken,
  userChanged,
  useSelector,
} from './store';
export type { AppStore, PayloadAction, RootState } from './store';
export type {
  LiveClient,
  LiveDeps,
  LiveDriver,
  LiveSocket,
  LiveStatus,
  OpenSocket,
  SocketEvents,
  TopicView,
} from './live/live-client';
export { createLiveClient } from './live/live-client';
export type { LiveValue } from './live/live-topic';
export { defineCollection } from './live/collection';
export { useCollection } from './live/use-collection';
export type { Collection, CollectionHolder, CollectionView } from './live/collection';
export {
  useAreMealsLive,
  useLiveRestaurant,
  useMealTypesQuery,
  useRestaurantByRoutingNameQuery,
  useRestaurantQuery,
} from './restaurant-api';
export { refreshDiscounts, reloadDiscounts, useDiscounts, useKnownDiscounts, userDocument, useUser } from './user-api';
export { defineTexts, textsReady } from './texts';
export type { BoundTexts, TextOf, TextValues } from './texts';
export { outside, phoneHref, unbroken } from './links';
export {
  formatClosing,
  formatDate,
  formatDay,
  formatDistance,
  formatMinutes,
  formatMoment,
  formatPrice,
  formatTime,
} from './format';
