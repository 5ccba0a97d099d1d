import type { NaturalUserForm } from '@mahlzeit/contract';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import type { Transition } from '../../state-machine';
import type { RegistrableBrand } from './card-rules';
import type { CardData } from './provider-call';

/** Step of a card registration, as the card's owner sees it. */
export type RegistrationStep =
  /** The form is open and shows the failure of the previous attempt. */
  | { readonly kind: 'form'; readonly failure: ApiError | null }
  /** The card's data is being sent; the form stays visible. */
  | { readonly kind: 'saving' }
  /** The page waits for a response of the gateway. */
  | { readonly kind: 'waiting' }
  /** The bank's page asks the owner for approval, in an iframe. */
  | { readonly kind: 'bank'; readonly url: string }
  /**
   * The outcome of the registration is unknown. `bankUrl` is the page on which the owner can still approve the card, if
   * its URL is known.
   */
  | { readonly kind: 'unclear'; readonly bankUrl: string | null }
  | { readonly kind: 'saved'; readonly cardId: string };

/** Card as its owner has typed it; `names` is null unless it is the owner's first card. */
export interface NewCard {
  readonly brand: RegistrableBrand;
  readonly data: CardData;
  readonly names: NaturalUserForm | null;
}

/** States of the registration of one card in one page. */
export const CARD_STATES = [
  /** The form is open, with the failure of the previous attempt. */
  'form',
  /** The owner's names are being sent to the gateway, because the provider creates no user without names. */
  'naming',
  /** The gateway opens the registration of the card at the payment provider. */
  'registering',
  /** The browser sends the card's data to the provider. */
  'tokenising',
  /** The gateway finishes the registration for the first time. */
  'finishing',
  /** The bank's page is open in an iframe. */
  'bank',
  /** The bank's page has reported its end; a short pause passes before the gateway is asked. */
  'returning',
  /** After the bank's page has ended, the gateway finishes the registration. */
  'confirming',
  /** The bank's decision isn't known yet; a pause passes before the next request. */
  'pausing',
  /** The outcome is unknown: the bank may or may not have approved the card. */
  'unclear',
  /** The gateway is asked for the outcome again. */
  'rechecking',
  /** The card is registered; the list of cards is being loaded. */
  'listing',
  /** The card is registered, and the list of cards contains it. */
  'saved',
] as const;

export type CardState = (typeof CARD_STATES)[number];

/** Events of the registration of one card in one page. */
export type CardEvent =
  // Events that the page causes, by itself or when the owner of the card presses a button.
  | { readonly type: 'save'; readonly card: NewCard }
  | { readonly type: 'bankReturned'; readonly preAuthorizationId: string }
  | { readonly type: 'resume' | 'bankLeft' | 'goOn' | 'check' | 'discard' | 'unseen' }
  // Events that responses of the gateway or the payment provider cause.
  | { readonly type: 'named' | 'registered' | 'unknown' | 'listed' }
  | { readonly type: 'tokenised'; readonly cardId: string }
  /** The gateway could not open a registration. */
  | { readonly type: 'notRegistered'; readonly failure: ApiError }
  | { readonly type: 'refused'; readonly failure: ApiError }
  /** The bank has not decided yet. `bankUrl` is its page; null when the URL is unknown. */
  | { readonly type: 'undecided'; readonly bankUrl: string | null }
  /** Payments can use the card. `cardId` is undefined if the card keeps the id that the provider returned first. */
  | { readonly type: 'succeeded'; readonly cardId: string | undefined }
  /** The pause before the next request for the card's status has ended. */
  | { readonly type: 'due' }
  /** Event in place of an activity's result that arrives after the card's owner has logged out (A06). */
  | { readonly type: 'ownerLeft' };

/** Names of states, events, guards, steps, effects and activities in the transition table below. */
export interface CardMachineNames {
  readonly state: CardState;
  readonly event: CardEvent['type'];
  readonly guard: 'isOwn' | 'isOwnWithNames' | 'registrationIsLeftOpen' | 'namesBank' | 'hasBankUrl' | 'hasPollsLeft';
  readonly step: RegistrationStep['kind'];
  readonly effect:
    | 'noteCard'
    | 'noteRegistration'
    | 'noteBankUrl'
    | 'forgetBankUrl'
    | 'noteReturn'
    | 'noteFailure'
    | 'forgetFailure'
    | 'noteSuccess'
    | 'storeRegistration'
    | 'openStoredRegistration'
    | 'forgetRegistration'
    | 'dropCard'
    | 'discardCard'
    | 'startPolls'
    | 'reloadCards'
    | 'announce';
  readonly activity:
    | 'sendNames'
    | 'openRegistration'
    | 'sendCardToProvider'
    | 'finish'
    | 'confirm'
    | 'pauseAfterBank'
    | 'pausePoll'
    | 'loadCards';
}

type CardTransition = Transition<CardMachineNames>;

/** States in which the gateway is asked whether the card can be used. */
const FINISHING_STATES: readonly CardState[] = ['finishing', 'rechecking', 'confirming'];

const TO_FORM_TRANSITION = { to: 'form', shows: 'form' } as const;
const TO_UNCLEAR_TRANSITION = { to: 'unclear', shows: 'unclear' } as const;
const TO_FINISHING_TRANSITION = {
  to: 'finishing',
  effects: ['openStoredRegistration'],
  shows: 'waiting',
  awaits: 'finish',
} as const;
const TO_RECHECKING_TRANSITION = { to: 'rechecking', shows: 'waiting', awaits: 'finish' } as const;
const TO_CONFIRMING_TRANSITION = { to: 'confirming', shows: 'waiting', awaits: 'confirm' } as const;

/** Transition table of a card registration: for each event and state, the next state and what happens. */
export const cardTransitions: readonly CardTransition[] = [
  {
    event: 'save',
    from: ['form'],
    guard: 'isOwnWithNames',
    to: 'naming',
    effects: ['noteCard'],
    shows: 'saving',
    awaits: 'sendNames',
  },
  {
    event: 'save',
    from: ['form'],
    guard: 'isOwn',
    to: 'registering',
    effects: ['noteCard'],
    shows: 'saving',
    awaits: 'openRegistration',
  },
  { event: 'named', from: ['naming'], to: 'registering', awaits: 'openRegistration' },
  { event: 'registered', from: ['registering'], to: 'tokenising', awaits: 'sendCardToProvider' },
  {
    event: 'tokenised',
    from: ['tokenising'],
    to: 'finishing',
    effects: ['noteRegistration', 'storeRegistration'],
    awaits: 'finish',
  },
  // The cards are loaded again: the gateway may need the owner's names although the page took them for known, and the
  // form then asks for the names again.
  {
    event: 'notRegistered',
    from: ['registering'],
    effects: ['reloadCards', 'forgetRegistration', 'noteFailure'],
    ...TO_FORM_TRANSITION,
  },
  {
    event: 'refused',
    from: ['naming', 'tokenising', ...FINISHING_STATES],
    effects: ['forgetRegistration', 'noteFailure'],
    ...TO_FORM_TRANSITION,
  },

  // The bank's page in the iframe asks for approval.
  {
    event: 'undecided',
    from: ['finishing'],
    guard: 'namesBank',
    to: 'bank',
    effects: ['noteBankUrl'],
    shows: 'bank',
  },
  { event: 'undecided', from: ['finishing', 'rechecking'], effects: ['noteBankUrl'], ...TO_UNCLEAR_TRANSITION },
  {
    event: 'bankReturned',
    from: ['form'],
    guard: 'isOwn',
    effects: ['noteReturn', 'startPolls'],
    ...TO_CONFIRMING_TRANSITION,
  },
  {
    event: 'bankReturned',
    from: ['bank', 'returning'],
    guard: 'isOwn',
    to: 'returning',
    effects: ['noteReturn', 'startPolls'],
    awaits: 'pauseAfterBank',
  },
  { event: 'due', from: ['returning'], ...TO_CONFIRMING_TRANSITION },
  { event: 'bankLeft', from: ['bank', 'returning'], ...TO_RECHECKING_TRANSITION },
  { event: 'goOn', from: ['unclear'], guard: 'hasBankUrl', to: 'bank', shows: 'bank' },

  // An undecided card counts neither as registered nor as refused (C15).
  { event: 'undecided', from: ['confirming'], to: 'pausing', awaits: 'pausePoll' },
  { event: 'due', from: ['pausing'], guard: 'hasPollsLeft', to: 'confirming', awaits: 'confirm' },
  { event: 'due', from: ['pausing'], effects: ['forgetBankUrl'], ...TO_UNCLEAR_TRANSITION },
  { event: 'unknown', from: FINISHING_STATES, effects: ['forgetBankUrl'], ...TO_UNCLEAR_TRANSITION },
  { event: 'check', from: ['unclear'], ...TO_RECHECKING_TRANSITION },

  // The list of cards is loaded before the success is shown, so that the list contains the new card when the user sees
  // it.
  {
    event: 'succeeded',
    from: FINISHING_STATES,
    to: 'listing',
    effects: ['noteSuccess', 'forgetRegistration'],
    awaits: 'loadCards',
  },
  { event: 'listed', from: ['listing'], to: 'saved', effects: ['announce'], shows: 'saved' },

  // Transitions for a diner who returns to the registration of a card, or whose account changes in the meantime.
  { event: 'resume', from: ['form', 'saved'], guard: 'registrationIsLeftOpen', ...TO_FINISHING_TRANSITION },
  { event: 'resume', from: ['saved'], effects: ['forgetFailure'], ...TO_FORM_TRANSITION },
  // When no component shows the registration any more, a finished one is cleared, so that a diner who returns starts
  // with an empty form. A registration whose outcome is pending stays.
  { event: 'unseen', from: ['form', 'saved'], effects: ['forgetFailure'], ...TO_FORM_TRANSITION },
  // An owner who logs in again finds an empty form, or the unfinished registration that `resume` continues (A06).
  {
    event: 'ownerLeft',
    from: CARD_STATES.filter((state) => !['form', 'bank', 'unclear', 'saved'].includes(state)),
    effects: ['dropCard', 'forgetFailure'],
    ...TO_FORM_TRANSITION,
  },
  { event: 'discard', from: CARD_STATES, effects: ['discardCard', 'forgetFailure'], ...TO_FORM_TRANSITION },
];
