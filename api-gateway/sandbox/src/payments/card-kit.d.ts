/** Types of Mangopay's card registration kit, as far as the tests use it. The kit contains no types of its own. */
declare module 'mangopay-cardregistration-js-kit' {
  interface CardData {
    readonly cardNumber: string;
    readonly cardExpirationDate: string;
    readonly cardCvx: string;
    readonly cardType: string;
  }

  interface KitAnswer {
    readonly ResultCode: string;
  }

  interface CardRegistrationKit {
    baseURL: string;
    clientId: string;
    init(registration: {
      readonly Id: string;
      readonly cardRegistrationURL: string;
      readonly preregistrationData: string;
      readonly accessKey: string;
    }): void;
    registerCard(card: CardData, onSuccess: (answer: KitAnswer) => void, onError: (answer: KitAnswer) => void): void;
  }

  const kit: { readonly cardRegistration: CardRegistrationKit };
  export default kit;
}
