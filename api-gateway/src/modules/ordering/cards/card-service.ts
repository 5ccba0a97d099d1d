import { randomUUID } from 'node:crypto';
import { CardType, err, ok } from '@mahlzeit/contract';
import type {
  Card,
  CardChoice,
  CardFinish,
  CardFinishAnswer,
  CardRegistration,
  NaturalUserForm,
  PaymentUser,
  Result,
} from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import { consumeAttempt } from '../../../platform';
import type { Clock, Database, RateLimiter, RouteError, Steps } from '../../../platform';
import { findEmail } from '../../identity';
import { createPaymentUserRepository } from '../repositories/payment-user-repository';
import { describeOption, paymentRefused, RELEASE_FORCED_MS, shownCode } from '../providers';
import type { CardVault, OwnedCard, ProviderError } from '../providers';
import type { PreAuthorizations } from './pre-authorization';
import { createPreAuthorizationRepository, findProvenCards } from '../repositories/pre-authorization-repository';
import type { StoredPreAuthorization } from '../repositories/pre-authorization-repository';

interface CardServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** null: there are no cards here. */
  readonly vault: CardVault | null;
  readonly preAuthorizations: PreAuthorizations;
  /** What a provider is asked for one person. */
  readonly questions: RateLimiter;
  /** Registrations that one person begins: their card goes to the provider alone. */
  readonly registrations: RateLimiter;
  /** Cards of theirs that a bank is asked about. */
  readonly checkedCards: RateLimiter;
  readonly publicUrl: string;
}

/** Who registers a card, and from where. */
export interface CardOwner {
  readonly uid: string;
  /** Their own IP address, which the bank is told. */
  readonly address: string;
  /** What their browser calls itself. */
  readonly userAgent: string;
}

/** Provider that keeps the registered cards. */
const { provider: CARD_PROVIDER } = describeOption('card');

type Refused = RouteError | RouteError['code'];
type Answer<T> = Promise<Result<T, Refused>>;

/** Who asks, with the provider that they are known to. */
interface Admitted {
  readonly by: CardVault;
  readonly payer: PaymentUser;
}

const refusedBy = (error: ProviderError): Refused =>
  error.kind === 'unreachable' ? 'providerUnavailable' : paymentRefused({ provider: CARD_PROVIDER, code: error.code });

/** A request that names no card; one that names another's is answered as one that isn't there (contract §7). */
const noCardNamed: RouteError = { code: 'NoCard', status: 400 };

/** Whether a card is good on a day; it is until its month ends. `MMYY` and `2026-06-24`. */
export const isCardExpired = (expiration: string, day: string): boolean =>
  `${expiration.slice(2, 4)}${expiration.slice(0, 2)}` < `${day.slice(2, 4)}${day.slice(5, 7)}`;

/** Whether a card can be charged on a day. */
export const canPay = ({ mangoPayData: { Active, Validity, ExpirationDate } }: Card, day: string): boolean =>
  Active && Validity !== 'INVALID' && !isCardExpired(ExpirationDate, day);

/** How a registration stands, as its diner is told. */
const answerOf = (row: StoredPreAuthorization): Result<CardFinishAnswer, Refused> => {
  const { state, providerId, returnUrl, redirectUrl, code } = row;
  // Nobody knows; asking again holds nothing twice.
  if (state === 'REQUESTED') return err('providerUnavailable');
  if (state === 'FAILED' && providerId === null) return err(paymentRefused({ provider: CARD_PROVIDER, code }));
  return ok({
    Status: state === 'PENDING' ? 'CREATED' : state,
    SecureModeReturnURL: returnUrl,
    SecureModeRedirectURL: redirectUrl,
    ResultCode: code === null ? null : shownCode({ provider: CARD_PROVIDER, code }),
  });
};

const paid: CardFinishAnswer = {
  Status: 'SUCCEEDED',
  SecureModeReturnURL: null,
  SecureModeRedirectURL: null,
  ResultCode: null,
};

/** Cards: the diner becomes known to the provider, registers them, chooses the default one, and takes them away. */
export const createCardService = ({
  database,
  clock,
  vault,
  preAuthorizations,
  questions,
  registrations,
  checkedCards,
  publicUrl,
}: CardServiceDeps) => {
  const users = () => createPaymentUserRepository(database.knex);
  const checks = () => createPreAuthorizationRepository(database.knex);

  /** Lets nobody ask the provider all the time. */
  const admit = async (uid: string): Answer<CardVault> => {
    const admitted = await consumeAttempt(questions, uid);
    if (!admitted.ok) return admitted;
    return vault === null ? err('providerUnavailable') : ok(vault);
  };

  const admitPayer = async (uid: string, unknown: 'NoPaymentUser' | 'NoCard'): Answer<Admitted> => {
    const payer = await users().find(uid);
    if (payer === null) return err(unknown);
    const by = await admit(uid);
    return by.ok ? ok({ by: by.value, payer }) : by;
  };

  /** A card of theirs; a foreign one and one that isn't there are the same. */
  const findOwn = async (steps: Steps, { by, payer }: Admitted, cardId: string): Answer<OwnedCard> => {
    const found = await steps.ask((signal) => by.findCard(cardId, signal));
    if (!found.ok) return err(refusedBy(found.error));
    return found.value === null || found.value.payerId !== payer.mangoPayData.Id ? err('NoCard') : ok(found.value);
  };

  /** Takes a card of theirs away at the provider. */
  const takeAway = async (steps: Steps, admitted: Admitted, cardId: string): Answer<void> => {
    const own = await findOwn(steps, admitted, cardId);
    if (!own.ok || !own.value.card.mangoPayData.Active) return own.ok ? ok(undefined) : own;
    const gone = await steps.ask((signal) => admitted.by.deactivateCard(cardId, signal));
    return gone.ok ? gone : err(refusedBy(gone.error));
  };

  const proven = (uid: string, cards: readonly Card[]): Promise<Card[]> => findProvenCards(database.knex, uid, cards);

  /** Cards that may take the place of the default one; null: it isn't the default. */
  const successorsOf = async (
    steps: Steps,
    { by, payer }: Admitted,
    cardId: string,
  ): Answer<readonly Card[] | null> => {
    if (payer.mangoPayData.defaultCardId !== cardId) return ok(null);
    const listed = await steps.ask((signal) => by.listCards(payer.mangoPayData.Id, signal));
    if (!listed.ok) return err(refusedBy(listed.error));
    const day = berlinDay(clock.now());
    return ok(listed.value.filter((card) => card.mangoPayData.Id !== cardId && canPay(card, day)));
  };

  /**
   * Writes that a card is nobody's any more, and which is the default one then; false where it has become the default
   * since `successors` were found.
   */
  const writeRemoval = (
    steps: Steps,
    {
      uid,
      cardId,
      row,
    }: { readonly uid: string; readonly cardId: string; readonly row: StoredPreAuthorization | null },
    successors: readonly Card[] | null,
  ): Promise<boolean> =>
    steps.write(async (tx) => {
      const stored = createPaymentUserRepository(tx.knex);
      if (successors === null && (await stored.find(uid))?.mangoPayData.defaultCardId === cardId) return false;
      // Another tab may have taken one of them away meanwhile.
      const next = (await findProvenCards(tx.knex, uid, successors ?? [])).find(({ data }) => data.typeAlias !== null);
      if (row !== null) await preAuthorizations.remove(tx, row);
      await stored.changeDefaultCard(uid, next?.mangoPayData.Id ?? null, cardId);
      return true;
    });

  /** The same card where its owner has it already; null: they don't. */
  const findKept = async (
    steps: Steps,
    by: CardVault,
    which: { readonly uid: string; readonly own: OwnedCard },
  ): Promise<Result<CardFinishAnswer, Refused> | null> => {
    const found = await preAuthorizations.findSame(steps.ask, by, which);
    if (!found.ok) return err(refusedBy(found.error));
    return found.value === null ? null : ok({ ...paid, CardId: found.value });
  };

  /** One that is away: taken away by its owner, or it has given way to the same card, which is told instead. */
  const answerOfRemoved = async (steps: Steps, { uid, cardId }: StoredPreAuthorization): Answer<CardFinishAnswer> => {
    if (vault === null) return err('NoCard');
    const own = await steps.ask((signal) => vault.findCard(cardId, signal));
    if (!own.ok) return err(refusedBy(own.error));
    return own.value === null
      ? err('NoCard')
      : ((await findKept(steps, vault, { uid, own: own.value })) ?? err('NoCard'));
  };

  /** Goes on with a pre-authorisation as far as it comes now. */
  const goOnWith = async (steps: Steps, row: StoredPreAuthorization): Answer<CardFinishAnswer> => {
    const stand = await preAuthorizations.proceed(steps, row);
    return stand.isRemoved ? answerOfRemoved(steps, stand) : answerOf(stand);
  };

  /** The same for this request, which its repeats are told of. */
  const goOn = async (steps: Steps, row: StoredPreAuthorization): Answer<CardFinishAnswer> => {
    if (steps.reference === null) await steps.write((tx) => tx.bind(row.key));
    return goOnWith(steps, row);
  };

  /** The second half: what the bank has said. */
  const finishAsked = async (steps: Steps, uid: string, preAuthorizationId: string): Answer<CardFinishAnswer> => {
    const row = await checks().findByProviderId(preAuthorizationId);
    if (row === null || row.uid !== uid) return err('NoCard');
    const by = await admit(uid);
    return by.ok ? goOn(steps, row) : by;
  };

  /** Writes down that a card is being made sure of; somebody may have come first. */
  const begin = (
    steps: Steps,
    { uid, address, userAgent }: CardOwner,
    { own: { card, payerId, cardType }, body }: { readonly own: OwnedCard; readonly body: CardFinish },
  ): Promise<StoredPreAuthorization> =>
    steps.write(async (tx) => {
      const cardId = card.mangoPayData.Id;
      const rows = createPreAuthorizationRepository(tx.knex);
      const known = await rows.findOfCard(cardId);
      // A card that its bank has refused unasked is gone: registered anew it has another id.
      const isReleaseForced = await rows.isAnyRefused(uid, {
        codes: vault?.releaseCodes ?? [],
        since: clock.realNow() - RELEASE_FORCED_MS,
      });
      const row: StoredPreAuthorization = known ?? {
        key: randomUUID(),
        uid,
        cardId,
        brand: card.data.typeAlias === null ? (body.cardTypeAlias ?? null) : null,
        state: 'REQUESTED',
        providerId: null,
        redirectUrl: null,
        returnUrl: null,
        code: null,
        request: {
          payerId,
          cardType: CardType.safeParse(cardType).data ?? 'CB_VISA_MASTERCARD',
          returnUrl: `${publicUrl}/payment/return`,
          browserInfo: body.browserInfo ?? null,
          userAgent,
          ipAddress: address,
          isReleaseForced,
        },
        isRemoved: false,
        begunAt: clock.realNow(),
      };
      if (known === null) await preAuthorizations.insert(tx, row);
      await tx.bind(row.key);
      return row;
    });

  /**
   * Where its owner has the same card already, that one stays and the new one goes: no list shows one card twice. null:
   * it is new.
   */
  const keepSame = async (
    steps: Steps,
    uid: string,
    by: CardVault,
    own: OwnedCard,
  ): Promise<Result<CardFinishAnswer, Refused> | null> => {
    const kept = await findKept(steps, by, { uid, own });
    if (kept === null || !kept.ok) return kept;
    const { Id, Active } = own.card.mangoPayData;
    if (Active) {
      const gone = await steps.ask((signal) => by.deactivateCard(Id, signal));
      if (!gone.ok) return err(refusedBy(gone.error));
    }
    return kept;
  };

  /** The first half: the card itself. It is read at the provider, whatever the browser says of it. */
  const finishCard = async (
    steps: Steps,
    owner: CardOwner,
    cardId: string,
    body: CardFinish,
  ): Answer<CardFinishAnswer> => {
    const admitted = await admitPayer(owner.uid, 'NoPaymentUser');
    if (!admitted.ok) return admitted;
    const own = await findOwn(steps, admitted.value, cardId);
    if (!own.ok) return own;
    const { mangoPayData } = own.value.card;
    const known = await checks().findOfCard(cardId);
    if (known !== null) return goOn(steps, known);
    const same = await keepSame(steps, owner.uid, admitted.value.by, own.value);
    if (same !== null) return same;
    if (!mangoPayData.Active) return err('NoCard');
    if (mangoPayData.Validity === 'VALID') {
      // It has paid before.
      await steps.write((tx) => createPaymentUserRepository(tx.knex).changeDefaultCard(owner.uid, cardId, null));
      return ok(paid);
    }
    const tried = await consumeAttempt(checkedCards, owner.uid);
    if (!tried.ok) return err({ ...tried.error, details: { nothingBegun: true } });
    return goOnWith(steps, await begin(steps, owner, { own: own.value, body }));
  };

  const remove = async (steps: Steps, uid: string, cardId: string): Answer<Record<string, never>> => {
    const admitted = await admitPayer(uid, 'NoCard');
    if (!admitted.ok) return admitted;
    const row = await checks().findOfCard(cardId);
    if (row !== null && row.uid !== uid) return err('NoCard');
    const successors = await successorsOf(steps, admitted.value, cardId);
    if (!successors.ok) return successors;
    const gone = row === null ? await takeAway(steps, admitted.value, cardId) : ok(undefined);
    if (!gone.ok) return gone;
    if (!(await writeRemoval(steps, { uid, cardId, row }, successors.value))) return remove(steps, uid, cardId);
    // It is nobody's to pay with from now on; where its provider doesn't answer, a job takes it away there.
    if (row !== null) await takeAway(steps, admitted.value, cardId);
    return ok({});
  };

  return {
    /** The caller's cards that were made sure of. */
    async list(uid: string): Answer<Card[]> {
      const payer = await users().find(uid);
      if (payer === null || vault === null) return ok([]);
      const by = await admit(uid);
      if (!by.ok) return by;
      const cards = await by.value.listCards(payer.mangoPayData.Id, AbortSignal.timeout(READ_DEADLINE_MS));
      return cards.ok ? ok(await proven(uid, cards.value)) : err('providerUnavailable');
    },

    /** Makes somebody known to the provider, once: who comes at the same time shows it the same key. */
    async createUser(steps: Steps, uid: string, { firstName, lastName }: NaturalUserForm): Answer<PaymentUser> {
      const known = await users().find(uid);
      if (known !== null) return ok(known);
      const email = await findEmail(database.knex, uid);
      if (email === null) return err('UserNotFound');
      const by = await admit(uid);
      if (!by.ok) return by;
      const key = await steps.write(async (tx) => {
        const found = await createPaymentUserRepository(tx.knex).findRequest(uid);
        const made = found ?? randomUUID();
        if (found === null) await createPaymentUserRepository(tx.knex).addRequest(uid, made);
        return made;
      });
      const made = await steps.ask((signal) => by.value.createPayer({ key, firstName, lastName, email }, signal));
      if (!made.ok && made.error.kind === 'unreachable') return err('providerUnavailable');
      return steps.write(async (tx) => {
        const stored = createPaymentUserRepository(tx.knex);
        await stored.removeRequest(uid, key);
        const first = await stored.find(uid);
        if (first !== null) return ok(first);
        if (!made.ok) return err(refusedBy(made.error));
        const user: PaymentUser = {
          key: uid,
          mangoPayData: { Id: made.value.id, defaultCardId: null },
          firstName: made.value.firstName,
          lastName: made.value.lastName,
        };
        await stored.put(user);
        return ok(user);
      });
    },

    /** Begins to register a card: its browser hands the card itself to the provider. */
    async register(steps: Steps, uid: string, given: string | undefined): Answer<CardRegistration> {
      const cardType = CardType.safeParse(given);
      if (!cardType.success) return err('NoCardType');
      const admitted = await admitPayer(uid, 'NoPaymentUser');
      if (!admitted.ok) return admitted;
      const tried = await consumeAttempt(registrations, uid);
      if (!tried.ok) return tried;
      const { by, payer } = admitted.value;
      const begun = await steps.ask((signal) =>
        by.registerCard({ key: randomUUID(), payerId: payer.mangoPayData.Id, cardType: cardType.data }, signal),
      );
      if (begun.ok) return begun;
      return err(
        begun.error.kind === 'refused' && begun.error.status === 404 ? 'UserNotFound' : refusedBy(begun.error),
      );
    },

    /** Finishes a registration, by its card or by what the bank has said of it. */
    async finish(steps: Steps, owner: CardOwner, body: CardFinish): Answer<CardFinishAnswer> {
      if (steps.reference !== null) {
        const begun = await checks().find(steps.reference);
        return begun === null ? err('NoCard') : goOn(steps, begun);
      }
      const { cardId = '', preAuthorizationId } = body;
      if (preAuthorizationId !== undefined)
        return preAuthorizationId.trim() === ''
          ? err('NoPreauthorizationId')
          : finishAsked(steps, owner.uid, preAuthorizationId);
      if (cardId.trim() === '') return err('NoCardId');
      return body.cardTypeAlias === undefined ? err('NoCardType') : finishCard(steps, owner, cardId, body);
    },

    /** Takes a card away for good; one that a bank is still asked about, too. */
    deactivate: async (steps: Steps, uid: string, { cardId = '' }: CardChoice): Answer<Record<string, never>> =>
      cardId.trim() === '' ? err(noCardNamed) : remove(steps, uid, cardId),

    /** Chooses the card that is charged where nobody chooses another. */
    async choose(steps: Steps, uid: string, { cardId = '' }: CardChoice): Answer<Record<string, never>> {
      if (cardId.trim() === '') return err(noCardNamed);
      const admitted = await admitPayer(uid, 'NoCard');
      if (!admitted.ok) return admitted;
      const own = await findOwn(steps, admitted.value, cardId);
      if (!own.ok) return own;
      const [card] = await proven(uid, [own.value.card]);
      if (card === undefined || !canPay(card, berlinDay(clock.now()))) return err('NoCard');
      return steps.write(async (tx) => {
        // Another tab may have taken it away meanwhile.
        if ((await findProvenCards(tx.knex, uid, [card])).length === 0) return err('NoCard');
        await createPaymentUserRepository(tx.knex).chooseDefaultCard(uid, cardId);
        return ok({});
      });
    },
  };
};

/** How long a provider is waited for where a route only reads. */
const READ_DEADLINE_MS = 10_000;

/** Cards of diners. */
export type CardService = ReturnType<typeof createCardService>;
