import {
  addContacts,
  blockUsers,
  connectUsers,
  deleteContactGroup,
  getBlockedUsers,
  getConnectionSender,
  getContactGroups,
  getContacts,
  getRandomUsers,
  importContacts,
  ok,
  putContactGroup,
  removeContacts,
  searchBlockableUsers,
  searchContactableUsers,
  unblockUsers,
} from '@mahlzeit/contract';
import { consumeAttempt, route } from '../../platform';
import type { BoundRoute, CreateRateLimiter, RateLimiter, RouteResult } from '../../platform';
import type { BlockService } from './block-service';
import type { ContactService } from './contact-service';
import type { SearchService } from './search-service';
import type { GroupService } from './group-service';

interface ContactServices {
  readonly contacts: ContactService;
  readonly groups: GroupService;
  readonly blocks: BlockService;
  readonly searches: SearchService;
  readonly createRateLimiter: CreateRateLimiter;
}

const withRateLimit = async <T>(
  limiter: RateLimiter,
  limitKey: string,
  handleRequest: () => Promise<RouteResult<T>>,
): Promise<RouteResult<T>> => {
  const rateLimitResult = await consumeAttempt(limiter, limitKey);
  return rateLimitResult.ok ? handleRequest() : rateLimitResult;
};

const contactListRoutes = ({ contacts, createRateLimiter }: ContactServices): readonly BoundRoute[] => {
  const importLimiter = createRateLimiter('contact-import', { points: 60, durationMs: 60_000 });
  // Limits attempts to enter a connection code. The code is short, so that people can read it aloud, and the limit
  // prevents that somebody guesses codes.
  const codeLimiter = createRateLimiter('connection-code', { points: 60, durationMs: 60_000 });
  const senderLimiter = createRateLimiter('connection-sender', { points: 30, durationMs: 60_000 });
  return [
    route(getContacts, async ({ session }) => ok(await contacts.list(session.uid))),
    route(addContacts, ({ session, body }) => contacts.add(session.uid, body.contacts)),
    route(removeContacts, async ({ session, body }) => {
      await contacts.remove(session.uid, body.contacts);
      return ok({});
    }),
    route(importContacts, ({ session: { uid }, body }) =>
      withRateLimit(importLimiter, uid, () => contacts.importByEmails(uid, body.emails)),
    ),
    route(connectUsers, ({ session: { uid }, body }) =>
      'code' in body ? withRateLimit(codeLimiter, uid, () => contacts.connect(uid, body)) : contacts.connect(uid, body),
    ),
    route(getConnectionSender, ({ params, address }) =>
      withRateLimit(senderLimiter, address, () => contacts.findSender(params.code)),
    ),
  ];
};

const groupRoutes = ({ groups }: ContactServices): readonly BoundRoute[] => [
  route(getContactGroups, async ({ session }) => ok(await groups.list(session.uid))),
  route(putContactGroup, ({ session, params, body }) => groups.put(session.uid, params.key, body)),
  route(deleteContactGroup, async ({ session, params }) => {
    await groups.remove(session.uid, params.key);
    return ok({});
  }),
];

const blockRoutes = ({ blocks }: ContactServices): readonly BoundRoute[] => [
  route(blockUsers, ({ session, body }) => blocks.block(session.uid, body.users)),
  route(unblockUsers, ({ session, body }) => blocks.unblock(session.uid, body)),
  route(getBlockedUsers, async ({ session }) => ok(await blocks.list(session.uid))),
];

const searchRoutes = ({ searches: searchService, createRateLimiter }: ContactServices): readonly BoundRoute[] => {
  const limiter = createRateLimiter('user-search', { points: 60, durationMs: 60_000 });
  return [
    route(searchContactableUsers, ({ session: { uid }, params }) =>
      withRateLimit(limiter, uid, async () => ok(await searchService.searchContactable(uid, params.text))),
    ),
    route(searchBlockableUsers, ({ session: { uid }, params }) =>
      withRateLimit(limiter, uid, async () => ok(await searchService.searchBlockable(uid, params.text))),
    ),
    route(getRandomUsers, ({ session: { uid }, params }) =>
      withRateLimit(limiter, uid, async () => ok(await searchService.suggest(uid, params.count))),
    ),
  ];
};

/** Creates the routes of contacts, groups, blocks and searches for people. */
export const contactRoutes = (services: ContactServices): readonly BoundRoute[] =>
  [contactListRoutes, groupRoutes, blockRoutes, searchRoutes].flatMap((createRoutes) => createRoutes(services));
