import { createPasswordHasher } from '../credentials';
import { createIdTokens } from '../session/id-token';
import { formatRefreshCookie } from '../session/refresh-token';
import { createSessionService } from '../session/session-service';
import { createIdentityStore } from '../store';
import type { StoredUser } from '../store';
import { anonymousUser, drawFreeConnectionCode, registeredUser, saveUser } from '../user';
import { createContentModule } from '../../content';
import { randomKey } from '../../../platform';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createBrowser, advanceClock, TEST_PASSWORD, personOf } from './people';
import type { TestPerson } from './people';

/** The part of a gateway with which users are stored. Other processes of the gateway's machine can have it, too. */
export type UserStorage = Pick<TestGateway, 'url' | 'database' | 'secrets'> & {
  readonly address: Pick<TestGateway['address'], 'publicUrl'>;
  readonly clock: Pick<TestGateway['clock'], 'now' | 'realNow' | 'advance'>;
};

let passwordHashPromise: Promise<string> | null = null;

/** Returns the hash of the test users' password, at the low cost that test gateways use. */
const hashTestPassword = (): Promise<string> =>
  (passwordHashPromise ??= createPasswordHasher({ memoryCost: 64, timeCost: 1 }).hash(TEST_PASSWORD));

const openIdentity = (gateway: UserStorage) => {
  const { database, clock, address, secrets } = gateway;
  const store = createIdentityStore({
    database,
    outbox: { enqueue: async () => undefined },
    onPersonChanged: async () => undefined,
  });
  const { policyVersion } = createContentModule({ database });
  const sessionService = createSessionService({
    store,
    secrets,
    clock,
    idTokens: createIdTokens({ secrets, clock }),
    publicUrl: address.publicUrl,
    live: { rightsChanged: () => undefined },
    policyVersion,
    onReuse: () => undefined,
  });
  return { store, sessions: sessionService, policyVersion };
};

type IdentityServices = ReturnType<typeof openIdentity>;

const servicesByGateway = new WeakMap<UserStorage, IdentityServices>();

/** Returns the services of the identity module on the database of a gateway. */
const identityServicesOf = (gateway: UserStorage): IdentityServices => {
  const identityServices = servicesByGateway.get(gateway) ?? openIdentity(gateway);
  servicesByGateway.set(gateway, identityServices);
  return identityServices;
};

/** Stores a user with an open session. Returns the user with the browser that holds the session's cookie. */
const storePerson = async (
  gateway: UserStorage,
  buildStoredUser: (visitor: StoredUser, identityServices: IdentityServices) => Promise<StoredUser>,
): Promise<TestPerson> => {
  const identityServices = identityServicesOf(gateway);
  const { store, sessions } = identityServices;
  const user = await buildStoredUser(anonymousUser(randomKey(), gateway.clock.now()), identityServices);
  const issuedSession = await store.write(async (identityRows) => {
    await saveUser(identityRows, user, { isNew: true });
    return sessions.open(identityRows, user);
  });
  const { answer, refreshToken } = await sessions.presentOpened(issuedSession);
  const browser = createBrowser(gateway.url);
  [browser.cookie = null] = formatRefreshCookie(gateway.address, refreshToken).split(';');
  advanceClock(gateway.clock);
  return personOf(browser, user.email ?? '', answer);
};

/** Stores a visitor in the database without a request, for tests that aren't about visits. */
export const storeVisitor = (gateway: TestGateway): Promise<TestPerson> =>
  storePerson(gateway, async (visitor) => visitor);

/**
 * Stores a registered user in the database without a request and without an e-mail, for tests that aren't about
 * registration. The user has chosen the text before the @ as their name. `userFields` override the fields of a new
 * registration, whose e-mail address is not verified.
 */
export const storeUser = (
  gateway: UserStorage,
  email: string,
  userFields: Partial<StoredUser> = {},
): Promise<TestPerson> =>
  storePerson(gateway, async (visitor, { store, policyVersion }) => ({
    ...registeredUser(visitor, {
      email,
      passwordHash: await hashTestPassword(),
      visible: true,
      connectionCode: await store.read(drawFreeConnectionCode),
      policyVersion: await policyVersion(),
      now: gateway.clock.now(),
    }),
    displayName: email.slice(0, email.lastIndexOf('@')),
    ...userFields,
  }));
