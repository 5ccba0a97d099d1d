/** Controls the passkeys that a simulated browser creates in a test. */
interface FakePasskeyBrowser {
  /** Hosts of the sites for which a passkey was created, oldest first. */
  readonly createdFor: readonly (string | undefined)[];
  /**
   * Adds the WebAuthn functions to the page. If `failure` names an error, they throw it instead of creating a passkey.
   */
  install(failure?: string): void;
  restore(): void;
}

const bytes = (): ArrayBuffer => Uint8Array.of(0, 0, 0).buffer;

/** Simulates a browser that can create passkeys, which jsdom can't. */
export const fakePasskeyBrowser = (): FakePasskeyBrowser => {
  const createdForDomains: (string | undefined)[] = [];
  const setGlobal = (owner: object, name: string, value: unknown): void =>
    void Object.defineProperty(owner, name, { configurable: true, value });
  return {
    createdFor: createdForDomains,
    install(failure) {
      setGlobal(window, 'isSecureContext', true);
      setGlobal(window, 'PublicKeyCredential', class PublicKeyCredential {});
      setGlobal(window.navigator, 'credentials', {
        async create({ publicKey }: CredentialCreationOptions) {
          createdForDomains.push(publicKey?.rp.id);
          if (failure !== undefined) throw new DOMException('refused', failure);
          return {
            id: 'AAAA',
            rawId: bytes(),
            type: 'public-key',
            authenticatorAttachment: 'platform',
            getClientExtensionResults: () => ({}),
            response: {
              clientDataJSON: bytes(),
              attestationObject: bytes(),
              getTransports: () => ['internal'],
            },
          };
        },
      });
    },
    restore() {
      createdForDomains.length = 0;
      for (const [owner, name] of [
        [window, 'isSecureContext'],
        [window, 'PublicKeyCredential'],
        [window.navigator, 'credentials'],
      ] as const)
        Reflect.deleteProperty(owner, name);
    },
  };
};
