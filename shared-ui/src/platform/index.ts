export * from './shell/shell-contract';
export { defineScreen } from './shell/define-screen';
export {
  ShellProvider,
  useAccount,
  useLiveStatus,
  useMainReady,
  useNow,
  useHoldReload,
  useRetryOnline,
  useScreenName,
  useSession,
  useShell,
  useUid,
  useWaitingWrites,
} from './shell/use-shell';
export { createListeners } from './events/listeners';
export type { Listeners } from './events/listeners';
export { createObservable, useObservable } from './events/observable';
export type { MutableObservable, Observable } from './events/observable';
export { createSingleFlight, useSingleFlight } from './events/single-flight';
export { useLazyPart } from './shell/lazy-part';
export type { LazyPart } from './shell/lazy-part';
export { saveFile } from './browser/save-file';
export { Slot, SlotNotOfferedError } from './shell/slot';
export { browserPlatformDeps, browserSignals, createPlatform } from './create-platform';
export type { BrowserSignals, Platform, PlatformDependencies } from './create-platform';
export type { CreateOfflineParts } from './offline/offline-parts';
export type { ShownRow } from './offline/offline-cache';
export { afterPainting, browserTimers, fullJitterMs, yieldToBrowser } from './browser/clock';
export type { BackOffLimits, Timers } from './browser/clock';
export {
  eraseOtherUsers,
  isObject,
  parseStored,
  createStoredText,
  userStorageKey,
  WAITING_WRITES,
} from './browser/storage';
export type { BrowserStorage, StoredTextEntry } from './browser/storage';
export type { WaitingWrite, WaitingWrites } from './offline/waiting-writes';
export type { OutboxEntry } from './outbox';
export { browserLocks, createTabLock } from './browser/tab-lock';
export type { WithLock } from './browser/tab-lock';
export type { EventListener, EventLog, EventParameters } from './events/event-log';
export { reportError } from './events/event-log';
export type { SessionClient } from './session/session-client';
export type { LoginInput, RegistrationInput, SignInRequest, ThirdPartyProof } from './session/session-actions';
export { accountOf, uidOf } from './session/session-state';
export type { SessionUser } from './session/session-state';
export { createRandomKey } from './session/api-client';
export type { ApiClient } from './session/api-client';
export type { CallInput } from './api/transport';
export { errorCode, errorText, isApiError, unreachedTextOr } from './api/api-error';
export type { ApiError } from './api/api-error';
export {
  api,
  apiQuery,
  copyWithStructuralSharing,
  createSlice,
  rootReducer,
  skipToken,
  userChanged,
  useSelector,
} from './store/store';
export type { AppStore, PayloadAction, RootState } from './store/store';
export type {
  LiveClient,
  LiveClientDeps,
  LiveDriver,
  LiveSocket,
  LiveStatus,
  LiveTransport,
  OpenSocket,
  SocketEvents,
} from './live/live-client';
export type { LiveValue, TopicView } from './live/topic-view';
export { checkAccess } from './shell/check-access';
export type { AccessResult } from './shell/check-access';
export { defineCollection } from './collections/collection';
export { useCollection } from './collections/use-collection';
export type { Collection, CollectionHolder, CollectionView } from './collections/collection';
export {
  prefetchRestaurantByRoutingName,
  useAreMealsLive,
  useLiveRestaurant,
  useMealTypesQuery,
  useRestaurantByRoutingNameQuery,
  useRestaurantQuery,
} from './resources/restaurant-api';
export {
  refreshDiscounts,
  reloadDiscounts,
  useDiscounts,
  useLoadedDiscounts,
  userDocument,
  useUser,
} from './resources/user-api';
export { defineTexts, textsReady } from './texts/texts';
export type { BoundTexts, TextFunction, TextValues } from './texts/texts';
export { newTabProps, phoneHref, withNoBreakSpaces } from './texts/links';
export {
  formatClosing,
  formatDate,
  formatDay,
  formatDistance,
  formatMinutes,
  formatMoment,
  formatNumber,
  formatPrice,
  formatTime,
} from './texts/format';
