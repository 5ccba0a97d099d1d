import * as z from 'zod/mini';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import type { HttpAnswer } from '../../identity/testing/people';
import { pressButton } from './counter';
import { readAtProvider, createCardOwner } from './wallet';
import type { CardOwnerPerson } from './wallet';

/**
 * Starts a gateway for tests of cards, and registers a diner without a card for each test. Must be called at the top of
 * a test file.
 */
export const openCardTestContext = () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let owner: CardOwnerPerson;
  const endSandboxFaults = (): Promise<Response> => fetch(`${gateway.sandboxUrl}/psp/faults`, { method: 'DELETE' });

  beforeAll(async () => {
    gateway = await gateways.start();
  });

  beforeEach(async () => {
    owner = await createCardOwner(gateway);
    await endSandboxFaults();
  });

  const HeldPreAuthorizations = z.array(
    z.object({
      Id: z.string(),
      Status: z.string(),
      PaymentStatus: z.string(),
      CardId: z.string(),
      DebitedFunds: z.object({ Amount: z.number() }),
    }),
  );

  const preAuthorizationsOf = async (cardId: string) =>
    HeldPreAuthorizations.parse(await readAtProvider(gateway, `/cards/${cardId}/preauthorizations`));

  const preAuthorizationStates = async (cardId: string): Promise<string[]> =>
    (await preAuthorizationsOf(cardId)).map(({ Status, PaymentStatus }) => `${Status} ${PaymentStatus}`);

  const isCardActive = async (cardId: string): Promise<boolean> =>
    z.object({ Active: z.boolean() }).parse(await readAtProvider(gateway, `/cards/${cardId}`)).Active;

  const chooseDefaultCard = (ownerPerson: CardOwnerPerson, cardId?: string): Promise<HttpAnswer> =>
    ownerPerson.call('POST', '/api/payment/setDefaultCard', { cardId });

  const deactivateCard = (ownerPerson: CardOwnerPerson, cardId?: string): Promise<HttpAnswer> =>
    ownerPerson.call('POST', '/api/payment/deactivateCard', { cardId });

  /**
   * Presses a button on the bank's page of the sandbox. Returns the id of the pre-authorisation from the URL to which
   * the page redirects.
   */
  const answerAtBank = async (
    finishAnswer: { readonly SecureModeRedirectURL: string | null },
    bankDecision: string,
  ): Promise<string> => {
    const returnUrl = await pressButton(finishAnswer.SecureModeRedirectURL ?? '', bankDecision);
    expect(returnUrl.origin + returnUrl.pathname).toBe(`${gateway.url}/payment/return`);
    return returnUrl.searchParams.get('preAuthorizationId') ?? '';
  };

  return {
    get gateway() {
      return gateway;
    },
    get owner() {
      return owner;
    },
    gateways,
    endFaults: endSandboxFaults,
    preAuthorizationsOf,
    preAuthorizationStates,
    isActive: isCardActive,
    choose: chooseDefaultCard,
    remove: deactivateCard,
    answerAtBank,
  };
};
