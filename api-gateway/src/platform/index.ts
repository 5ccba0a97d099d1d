export { calendarParameter, writeCalendar } from './calendar-file';
export type { CalendarEvent, CalendarMethod, CalendarProperty } from './calendar-file';
export type {
  CallerSession,
  FindTokenRestaurant,
  PartnerCaller,
  TeamCaller,
  TeamVerifier,
  TokenVerifier,
} from './callers';
export type { Clock } from './clock';
export type { GatewayConfig } from './config/config';
export type { GatewayAddress } from './config/gateway-address';
export { PRODUCTION_URLS } from './config/provider-config';
export type { PaymentConfig, SignInConfig } from './config/provider-config';
export { forgetChanges, userLogName } from './database/change-log';
export type { RecordedOp } from './database/change-log';
export type { Connection, Database, WriteTransaction } from './database/database';
export { mayEarlierReleaseRun } from './database/earlier-release';
export { readLastRestore } from './database/last-restore';
export type { LastRestore } from './database/last-restore';
export {
  cutToColumn,
  fromJsonColumn,
  insertInChunks,
  randomKey,
  readInChunks,
  readSetting,
  writeSetting,
} from './database/rows';
export type { CreateCache, CreateRateLimiter, CreateSharedResults, RateLimiter } from './ephemeral-store';
export { AppError, errorCodeOf, invalidField } from './errors';
export type { RouteError } from './errors';
export { escapeHtml, escapeJson, fillText } from './escape';
export { clientAddress, clientIp } from './http/client-address';
export { createDrawnPictures } from './http/drawn-pictures';
export { compressText, retryAfterHeader } from './http/http-result';
export { forgetAnswersNaming } from './http/idempotency-rows';
export { inlineCspSource, MESSAGE_PAGE_STYLE, renderMessagePage } from './http/message-page';
export { counterCallerName, RESTAURANT_TOKEN_PREFIX } from './http/partner-access';
export { noteCaller } from './http/request-log';
export { openRoute, openStepsRoute, moderatorRoute, partnerRoute, route, stepsRoute, teamRoute } from './http/route';
export type { BoundRoute, FileSender, RouteContext, RouteResult, StepTransaction, Steps } from './http/route-types';
export { CLOSED_POLICY } from './http/security-headers';
export { teamCallerName } from './http/team-caller';
export { invariant } from './invariant';
export { bindJob } from './jobs/job';
export type { BoundJob, JobError, JobKind, JobQueue } from './jobs/job-types';
export type { PeriodicJob } from './jobs/periodic-jobs';
export { createKeyedMutex } from './keyed-mutex';
export { recordRightsChange } from './live/rights-changes';
export type { LivePort, TopicItem, TopicSource } from './live/topic';
export { everybodyMayRead } from './live/topic-reader';
export type { GatewayModule, ModuleDeps } from './composition/module';
export type { ModuleGauge } from './metrics';
export type { PersonalDataProvider } from './composition/personal-data-types';
export { consumeAttempt, consumeWithCommit, countSuccess, tooManyAttemptsError } from './rate-limit';
export { formatPrice } from './price';
export { createFairSemaphore, createSemaphore, withAdmission } from './semaphore';
export type { FairSemaphore, Semaphore } from './semaphore';
export { isSealed, placeOf } from './secrets';
export type { SealedColumn, SecretKey, SecretKeys, TextSealing } from './secrets';
export { createSingleFlight } from './single-flight';
export { createThreadPool, startThread, ThreadDeadlineError } from './thread';
export type { ProcessorSemaphores } from './thread';
export { mapInTurns } from './time-slices';
export { runSpan } from './tracing';
export type { Worker } from './worker';
