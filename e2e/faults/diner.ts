import { registerPaymentUser } from '../../api-gateway/src/modules/ordering/testing/counter';
import { createBrowser, TEST_PASSWORD, sessionOf } from '../../api-gateway/src/modules/identity/testing/people';
import type { HttpAnswer } from '../../api-gateway/src/modules/identity/testing/people';
import type { FaultWorld } from './fault-world';
import { retryUntilAnswered } from './retries';

/** Registered user who places an order in each round. */
export interface Diner {
  readonly uid: string;
  readonly name: string;
  call(method: string, path: string, body?: object, idempotencyKey?: string): Promise<HttpAnswer>;
}

/** Registers a diner and gives them cards to pay with. */
export const createDiner = async (
  world: Pick<FaultWorld, 'url' | 'database' | 'alive'>,
  name: string,
): Promise<Diner> => {
  const credentials = { email: `${name}@mahlzeit.test`, password: TEST_PASSWORD };
  const dinerBrowser = createBrowser(world.url);
  const {
    account: { uid },
    idToken,
  } = sessionOf(
    await retryUntilAnswered(world, () =>
      dinerBrowser.call('POST', '/api/auth/register', {
        body: { ...credentials, visible: true, policyAccepted: true },
      }),
    ),
  );
  await registerPaymentUser(world, { uid, name });
  let token = idToken;
  const call: Diner['call'] = async (method, path, body, key) => {
    // Each request opens its own connection, because a connection to a killed gateway must not be used again.
    const requestOptions = {
      ...(body === undefined ? {} : { body }),
      headers: { Connection: 'close', ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
    };
    const httpAnswer = await retryUntilAnswered(world, () =>
      dinerBrowser.call(method, path, { ...requestOptions, token }),
    );
    if (httpAnswer.status !== 401) return httpAnswer;
    // The clock jumps forward in this suite, so an access token, which lasts ten minutes, soon expires. The diner then
    // logs in again.
    token = sessionOf(
      await retryUntilAnswered(world, () =>
        createBrowser(world.url).call('POST', '/api/auth/login', { body: credentials }),
      ),
    ).idToken;
    return retryUntilAnswered(world, () => dinerBrowser.call(method, path, { ...requestOptions, token }));
  };
  return { uid, name, call };
};
