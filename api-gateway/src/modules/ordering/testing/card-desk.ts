import * as z from 'zod/mini';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import type { Answer } from '../../identity/testing/people';
import { decide } from './counter';
import { atProvider, cardOwner } from './wallet';
import type { CardOwnerPerson } from './wallet';

/**
 * Starts a gateway for tests of cards, and registers a diner without a card for each test. Call this function at the
 * top of a test file.
 */
export const openCardDesk = () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let owner: CardOwnerPerson;
  const endFaults = (): Promise<Response> => fetch(`${gateway.sandboxUrl}/psp/faults`, { method: 'DELETE' });

  beforeAll(async () => {
    gateway = await gateways.start();
  });

  beforeEach(async () => {
    owner = await cardOwner(gateway);
    await endFaults();
  });

  const Held = z.array(
    z.object({
      Id: z.string(),
      Status: z.string(),
      PaymentStatus: z.string(),
      CardId: z.string(),
      DebitedFunds: z.object({ Amount: z.number() }),
    }),
  );

  const heldOn = async (cardId: string) => Held.parse(await atProvider(gateway, `/cards/${cardId}/preauthorizations`));

  const standing = async (cardId: string): Promise<string[]> =>
    (await heldOn(cardId)).map(({ Status, PaymentStatus }) => `${Status} ${PaymentStatus}`);

  const isActive = async (cardId: string): Promise<boolean> =>
    z.object({ Active: z.boolean() }).parse(await atProvider(gateway, `/cards/${cardId}`)).Active;

  const choose = (who: CardOwnerPerson, cardId?: string): Promise<Answer> =>
    who.call('POST', '/api/payment/setDefaultCard', { cardId });

  const remove = (who: CardOwnerPerson, cardId?: string): Promise<Answer> =>
    who.call('POST', '/api/payment/deactivateCard', { cardId });

  /**
   * Presses a button on the bank's page. Returns the id of the pre-authorisation from the URL to which the page
   * redirects.
   */
  const answerAtBank = async (
    answer: { readonly SecureModeRedirectURL: string | null },
    result: string,
  ): Promise<string> => {
    const back = await decide(answer.SecureModeRedirectURL ?? '', result);
    expect(back.origin + back.pathname).toBe(`${gateway.url}/payment/return`);
    return back.searchParams.get('preAuthorizationId') ?? '';
  };

  return {
    get gateway() {
      return gateway;
    },
    get owner() {
      return owner;
    },
    gateways,
    endFaults,
    heldOn,
    standing,
    isActive,
    choose,
    remove,
    answerAtBank,
  };
};
