import type { NaturalUserForm } from '@mahlzeit/contract';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import type { Transition } from '../../state-machine';
import type { RegistrableBrand } from './card-rules';
import type { CardData } from './provider-call';

/** Step of a registration that the card's owner sees. */
export type RegistrationStep =
  /** The form, with the failure of the try before. */
  | { readonly kind: 'form'; readonly failure: ApiError | null }
  /** The card is being sent; the form stays as it is. */
  | { readonly kind: 'saving' }
  /** An answer of the gateway is awaited. */
  | { readonly kind: 'waiting' }
  /** The bank asks the owner in a frame. */
  | { readonly kind: 'bank'; readonly url: string }
  /** Nobody knows. `bankUrl`: page on which the owner can still decide. */
  | { readonly kind: 'unclear'; readonly bankUrl: string | null }
  | { readonly kind: 'saved'; readonly cardId: string };

/** Card as its owner has typed it; `names` before the owner's first card. */
export interface NewCard {
  readonly brand: RegistrableBrand;
  readonly data: CardData;
  readonly names: NaturalUserForm | null;
}

/** States of the registration of one card in one page. */
export const CARD_STATES = [
  /** The form is open, with the failure of the try before. */
  'form',
  /** The owner's names are sent to the gateway: the provider knows nobody without names. */
  'naming',
  /** The gateway opens a registration. */
  'registering',
  /** The browser hands the card's data to the provider. */
  'tokenising',
  /** The gateway finishes the registration for the first time. */
  'finishing',
  /** The bank's frame is open. */
  'bank',
  /** The bank's frame reports its end; a short pause passes. */
  'returning',
  /** The gateway finishes the registration that the bank has decided. */
  'confirming',
  /** The bank's decision is not there yet; a pause passes before the next question. */
  'pausing',
  /** Nobody knows whether the bank has agreed. */
  'unclear',
  /** The gateway is asked once more. */
  'looking',
  /** The card is registered; the list of cards is loaded. */
  'listing',
  /** The card is registered and in the list. */
  'saved',
] as const;

/** State of the registration of one card in one page. */
export type CardState = (typeof CARD_STATES)[number];

/** Events of the registration of one card in one page. */
export type CardEvent =
  // Presses of the owner, and the page itself.
  | { readonly type: 'save'; readonly card: NewCard }
  | { readonly type: 'bankReturned'; readonly preAuthorizationId: string }
  | { readonly type: 'resume' | 'bankLeft' | 'goOn' | 'check' | 'discard' | 'unseen' }
  // Answers of the gateway and the provider.
  | { readonly type: 'named' | 'registered' | 'unknown' | 'listed' }
  | { readonly type: 'tokenised'; readonly cardId: string }
  /** The gateway opens no registration. */
  | { readonly type: 'notRegistered'; readonly failure: ApiError }
  | { readonly type: 'refused'; readonly failure: ApiError }
  /** The bank has to decide; null: on a page that nobody names. */
  | { readonly type: 'undecided'; readonly bankUrl: string | null }
  /** The card can be used; undefined: under the id that the provider gave first. */
  | { readonly type: 'succeeded'; readonly cardId: string | undefined }
  /** A pause has passed. */
  | { readonly type: 'due' };

/** Names in the table of a card's registration. */
export interface CardNames {
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

type CardTransition = Transition<CardNames>;

/** States in which the gateway is asked whether the card can be used. */
const FINISHING: readonly CardState[] = ['finishing', 'looking', 'confirming'];

const toForm = { to: 'form', shows: 'form' } as const;
const toUnclear = { to: 'unclear', shows: 'unclear' } as const;
const toFinishing = {
  to: 'finishing',
  effects: ['openStoredRegistration'],
  shows: 'waiting',
  awaits: 'finish',
} as const;
const toLooking = { to: 'looking', shows: 'waiting', awaits: 'finish' } as const;
const toConfirming = { to: 'confirming', shows: 'waiting', awaits: 'confirm' } as const;

/** States of a card's registration and what each event makes of them. */
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
  // Whether the gateway knows the names has changed meanwhile: the form asks for them again.
  {
    event: 'notRegistered',
    from: ['registering'],
    effects: ['reloadCards', 'forgetRegistration', 'noteFailure'],
    ...toForm,
  },
  {
    event: 'refused',
    from: ['naming', 'tokenising', ...FINISHING],
    effects: ['forgetRegistration', 'noteFailure'],
    ...toForm,
  },

  // The bank decides in its frame.
  {
    event: 'undecided',
    from: ['finishing'],
    guard: 'namesBank',
    to: 'bank',
    effects: ['noteBankUrl'],
    shows: 'bank',
  },
  { event: 'undecided', from: ['finishing', 'looking'], effects: ['noteBankUrl'], ...toUnclear },
  { event: 'bankReturned', from: ['form'], guard: 'isOwn', effects: ['noteReturn', 'startPolls'], ...toConfirming },
  {
    event: 'bankReturned',
    from: ['bank', 'returning'],
    guard: 'isOwn',
    to: 'returning',
    effects: ['noteReturn', 'startPolls'],
    awaits: 'pauseAfterBank',
  },
  { event: 'due', from: ['returning'], ...toConfirming },
  { event: 'bankLeft', from: ['bank', 'returning'], ...toLooking },
  { event: 'goOn', from: ['unclear'], guard: 'hasBankUrl', to: 'bank', shows: 'bank' },

  // C15: an undecided card is neither registered nor refused.
  { event: 'undecided', from: ['confirming'], to: 'pausing', awaits: 'pausePoll' },
  { event: 'due', from: ['pausing'], guard: 'hasPollsLeft', to: 'confirming', awaits: 'confirm' },
  { event: 'due', from: ['pausing'], effects: ['forgetBankUrl'], ...toUnclear },
  { event: 'unknown', from: FINISHING, effects: ['forgetBankUrl'], ...toUnclear },
  { event: 'check', from: ['unclear'], ...toLooking },

  // The next reader of the list finds the card there.
  {
    event: 'succeeded',
    from: FINISHING,
    to: 'listing',
    effects: ['noteSuccess', 'forgetRegistration'],
    awaits: 'loadCards',
  },
  { event: 'listed', from: ['listing'], to: 'saved', effects: ['announce'], shows: 'saved' },

  // Another visit, another page.
  { event: 'resume', from: ['form', 'saved'], guard: 'registrationIsLeftOpen', ...toFinishing },
  { event: 'resume', from: ['saved'], effects: ['forgetFailure'], ...toForm },
  // A diner who comes back begins anew; a result that nobody has seen yet stays.
  { event: 'unseen', from: ['form', 'saved'], effects: ['forgetFailure'], ...toForm },
  { event: 'discard', from: CARD_STATES, effects: ['discardCard', 'forgetFailure'], ...toForm },
];
