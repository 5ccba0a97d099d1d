import {
  createNaturalUser,
  deactivateCard,
  finishCardRegistration,
  getCards,
  getPaymentUser,
  ok,
  registerCard,
  setDefaultCard,
} from '@mahlzeit/contract';
import { clientIp, route, stepsRoute } from '../../../platform';
import type { BoundRoute, Database } from '../../../platform';
import { createPaymentUserRepository } from '../repositories/payment-user-repository';
import type { CardService } from './card-service';

interface CardRouteDeps {
  readonly database: Database;
  readonly cards: CardService;
}

/** Creates the routes of payment users and their cards. */
export const cardRoutes = ({ database, cards }: CardRouteDeps): readonly BoundRoute[] => [
  route(getPaymentUser, async ({ session }) => ok(await createPaymentUserRepository(database.knex).find(session.uid))),
  route(getCards, ({ session }) => cards.list(session.uid)),
  stepsRoute(createNaturalUser, ({ session, body, steps }) => cards.createUser(steps, session.uid, body)),
  stepsRoute(registerCard, ({ session, body, steps }) => cards.register(steps, session.uid, body.cardType)),
  stepsRoute(finishCardRegistration, ({ session, raw: { request }, body, steps }) =>
    cards.finish(
      steps,
      { uid: session.uid, address: clientIp(request), userAgent: request.get('User-Agent') ?? '' },
      body,
    ),
  ),
  stepsRoute(deactivateCard, ({ session, body, steps }) => cards.deactivate(steps, session.uid, body)),
  stepsRoute(setDefaultCard, ({ session, body, steps }) => cards.choose(steps, session.uid, body)),
];
